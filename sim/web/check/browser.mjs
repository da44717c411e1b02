// Debian's Chromium, and what a check needs of a page.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** A browser that has no answer within its time. */
export class NoAnswer extends Error {}

/** The result of `work`, or NoAnswer after so many seconds: Playwright bounds neither `evaluate` nor `close`. */
export async function within(seconds, work) {
  let timer;
  const limit = new Promise((_, refuse) => {
    timer = setTimeout(() => refuse(new NoAnswer(`no answer within ${seconds} s`)), seconds * 1000);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

export class Browser {
  static async start(options = {}) {
    const dir = mkdtempSync(join(tmpdir(), "trueboard-chromium-"));
    const context = await chromium.launchPersistentContext(dir, {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS,
      viewport: { width: 1440, height: 900 }, permissions: ["clipboard-read", "clipboard-write"], ...options,
    });
    return new Browser(dir, context);
  }

  constructor(dir, context) {
    this.dir = dir;
    this.context = context;
    this.errors = [];
  }

  /** A page whose errors, and those of its service worker, are kept. */
  async page(url) {
    const page = await this.context.newPage();
    page.setDefaultTimeout(60_000);
    page.on("pageerror", (error) => this.errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") this.errors.push(message.text());
    });
    if (url) await page.goto(url);
    return page;
  }

  async close() {
    // One that does not close is ended with this process.
    await within(20, this.context.close()).catch((error) => console.error(`web: the browser does not close: ${error.message}`));
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** What a page says of the last command. */
export const stopped = (page, ...kinds) =>
  page.waitForFunction((kinds) => kinds.includes(document.querySelector("[data-stop]")?.dataset.stop), kinds);

export const openImage = async (page, image) => {
  await page.locator(`[data-image="${image}"]`).click();
  await page.locator(".bench").waitFor();
};

/** Does something, and waits until the page has its answer and stands still, for one of these reasons. */
export async function answered(page, does, ...kinds) {
  const count = () => Number(document.querySelector(".transport")?.dataset.answers ?? -1);
  const before = await page.evaluate(count);
  await does();
  await page.waitForFunction(
    ([before, kinds]) => {
      const at = document.querySelector(".transport");
      const stop = document.querySelector("[data-stop]")?.dataset.stop;
      return Number(at?.dataset.answers ?? -1) > before && (kinds.length ? kinds.includes(stop) : stop !== "running");
    },
    [before, kinds],
  );
}

/** A command by its button, until the page shows its end. */
export const press = (page, command, ...kinds) =>
  answered(page, () => page.locator(`[data-do="${command}"]`).click(), ...(kinds.length ? kinds : ["stepped"]));

/** A command by its key. */
export const key = (page, name, ...kinds) => answered(page, () => page.keyboard.press(name), ...kinds);

export const tab = (page, name) => page.locator(`#tab-${name}`).click();

export function expect(what, text) {
  if (!what) throw new Error(text);
}
