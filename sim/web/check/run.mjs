// The page in a real browser: what a person does with it, and what may not happen.
//
//   node check/run.mjs PAGE [--screenshots DIR] [--picture FILE.png] [--written FILE.png] [--random SECONDS] [--only PART]
//
// PAGE is a folder, or the address of a server. FILE.png of --picture is that of the README,
// docs/user/pictures/lab.png; of --written that of the page about the editor, docs/user/pictures/write.png.

import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { Browser, NoAnswer, within } from "./browser.mjs";
import * as parts from "./parts.mjs";
import { random } from "./random.mjs";
import { picture, screenshots, written } from "./screenshots.mjs";
import { serve } from "./serve.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    screenshots: { type: "string" },
    picture: { type: "string" },
    written: { type: "string" },
    random: { type: "string", default: "20" },
    only: { type: "string" },
  },
});
const page = positionals[0];
if (!page) {
  console.error("usage: node check/run.mjs PAGE [--screenshots DIR] [--picture FILE.png] [--written FILE.png] [--random SECONDS] [--only PART]");
  process.exit(2);
}
const site = page.startsWith("http") ? { url: page, close() {} } : await serve(page);
/** Seconds that a part may take: many times the longest one, so that only a browser without an answer needs them. */
const LIMIT = 180;
let browser = await Browser.start();
let failed = 0;

/** One attempt of a part, with its note. A browser without an answer ends it after LIMIT seconds. */
async function attempt(work) {
  const note = await within(LIMIT, work());
  if (browser.errors.length) throw new Error(`errors on the page: ${browser.errors.join("; ")}`);
  browser.errors.length = 0;
  for (const open of browser.context.pages().slice(1)) await within(LIMIT, open.close());
  return note;
}

/** A part that a browser without an answer has ended is tried once more, in a new browser. */
async function part(name, work) {
  if (values.only && values.only !== name) return;
  for (const last of [false, true]) {
    const from = performance.now();
    try {
      const note = await attempt(work);
      console.log(`web: ${name}: ${note ?? "passed"} (${((performance.now() - from) / 1000).toFixed(1)} s)`);
      return;
    } catch (error) {
      const again = error instanceof NoAnswer && !last;
      console.error(`web: ${name}: ${again ? "once more, in a new browser" : "FAILED"}: ${error instanceof Error ? error.stack : error}`);
      for (const text of browser.errors) console.error(`web: ${name}:   on the page: ${text}`);
      await browser.close();
      browser = await Browser.start();
      if (again) continue;
      failed += 1;
      return;
    }
  }
}

try {
  for (const [name, work] of Object.entries(parts)) await part(name, () => work(browser, site));
  await part("random", () => random(browser, site, Number(values.random)));
  if (values.screenshots) {
    mkdirSync(values.screenshots, { recursive: true });
    await part("screenshots", () => screenshots(site, values.screenshots));
  }
  if (values.picture) await part("picture", () => picture(site, values.picture));
  if (values.written) await part("written", () => written(site, values.written));
} finally {
  await browser.close();
  site.close();
}
process.exit(failed ? 1 : 0);
