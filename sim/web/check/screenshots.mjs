// Pictures of the page, for those who look: light, dark, and as wide as a phone.

import { join } from "node:path";
import { Browser, openImage, press, stopped, tab } from "./browser.mjs";

const LOOKS = {
  light: { colorScheme: "light", viewport: { width: 1440, height: 900 } },
  dark: { colorScheme: "dark", viewport: { width: 1440, height: 900 } },
  phone: { colorScheme: "light", viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
};

/** LU on four cores, in its inner block, with the last stall explained. */
async function explained(page) {
  await openImage(page, "gr740/lu");
  await page.locator("#place").fill("lu_update");
  await page.locator("#place").press("Enter");
  await stopped(page, "breakpoint");
  for (let i = 0; i < 12; i += 1) await press(page, "step");
  await page.locator(".why .last .why-button").click();
  await page.locator(".why .subject").waitFor();
}

/** The picture of the README. */
export async function picture(site, file) {
  const browser = await Browser.start({ colorScheme: "light", viewport: { width: 1280, height: 800 } });
  try {
    const page = await browser.page(site.url);
    await explained(page);
    await tab(page, "pipeline");
    await page.locator("#tab-panel table").first().waitFor();
    await page.waitForTimeout(500);
    await page.screenshot({ path: file });
  } finally {
    await browser.close();
  }
}

/** The picture of the editor: the first program of the GR740, stopped in its loop. */
export async function written(site, file) {
  const browser = await Browser.start({ colorScheme: "light", viewport: { width: 1280, height: 800 } });
  try {
    const page = await browser.page(site.url);
    await page.locator('[data-write="gr740"]:enabled').click();
    await page.locator(".cm-breaks .cm-gutterElement").nth(23).click();
    await press(page, "run", "breakpoint");
    await page.waitForTimeout(500);
    await page.screenshot({ path: file });
  } finally {
    await browser.close();
  }
}

export async function screenshots(site, dir) {
  for (const [look, options] of Object.entries(LOOKS)) {
    const browser = await Browser.start(options);
    try {
      const page = await browser.page(site.url);
      await page.locator('[data-image="gr740/hello"]:enabled').waitFor();
      const shot = (name) => page.screenshot({ path: join(dir, `${look}-${name}.png`) });
      await shot("start");
      await explained(page);
      await shot("code");
      for (const name of ["pipeline", "caches", "buses"]) {
        await tab(page, name);
        await page.waitForTimeout(300);
        await shot(name);
      }
      await press(page, "run", "ended");
      for (const name of ["console", "counters", "power", "meters"]) {
        await tab(page, name);
        await page.waitForTimeout(300);
        if (look === "phone") await page.locator("#tab-panel").scrollIntoViewIfNeeded();
        await shot(name);
      }
      await page.goto(`${site.url}#board=parallella&image=mesh&time=400000&tab=mesh`);
      await page.reload();
      await page.locator(".node").first().waitFor();
      await page.waitForTimeout(500);
      await shot("mesh");
      await page.goto(`${site.url}#lesson=strides`);
      await page.reload();
      await page.locator('[data-do="check"]').click();
      await page.locator('[data-grade="failed"]').waitFor();
      await shot("lesson");
      if (look === "phone") await page.screenshot({ path: join(dir, "phone-whole.png"), fullPage: true });
      await page.goto(site.url);
      await page.reload();
      await page.locator('[data-write="gr740"]:enabled').click();
      await page.locator('[data-do="assemble-run"]:enabled').click();
      await stopped(page, "ended");
      await shot("write");
    } finally {
      await browser.close();
    }
  }
}
