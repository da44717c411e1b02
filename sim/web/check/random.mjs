// Random keys and clicks: no panic, no page that answers no more.

import { expect, openImage } from "./browser.mjs";

const PIECES = ["add", "ld", "ba", "set", "jl", "trap", " ", "\t", "\n", "%g1", "%d15", "r3", ", ", "[", "]", "0x40", "-1", "5000000000", "x:", "x", "1b", ".word",
  ".space", ".text", "\"", "'", "/*", "*/", "#", "!", ";", "(", "é", "="];
const EDITOR_KEYS = ["Control+Enter", "F8", "F9", "Control+z", "Control+Home", "Control+End", "Backspace", "Control+a"];

const KEYS = ["r", "s", "n", "o", "u", "b", "g", "w", "1", "2", "3", "4", "?", "Tab", "Enter", "Escape", "ArrowRight", "ArrowDown", " ", "x"];

/** Numbers that are the same in each run. */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Random pieces of programs in the editor, and its keys. */
async function typed(page, site, next, seconds) {
  const boards = ["gr740", "tc275", "parallella"];
  await page.goto(site.url);
  await page.reload();
  await page.locator(`[data-write="${boards[next(boards.length)]}"]:enabled`).click();
  await page.locator(".cm-content").click();
  let pieces = 0;
  const end = Date.now() + seconds * 1000;
  for (; Date.now() < end; pieces += 1) {
    if (next(8)) await page.keyboard.insertText(PIECES[next(PIECES.length)]);
    else await page.keyboard.press(EDITOR_KEYS[next(EDITOR_KEYS.length)]);
    if (!next(60)) await page.locator(".write-bar select").selectOption(boards[next(boards.length)]);
    await page.locator(".cm-content").focus();
    expect((await page.locator(".centre").count()) === 0, `the simulator stopped: ${await page.locator("main").innerText()}`);
  }
  return pieces;
}

export async function random(browser, site, seconds) {
  const page = await browser.page(site.url);
  // A dialog of the system would wait for a person.
  page.on("filechooser", () => {});
  const next = numbers(16);
  await openImage(page, "gr740/lu");
  let [keys, clicks] = [0, 0];
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    if (next(3)) {
      await page.keyboard.press(KEYS[next(KEYS.length)]);
      keys += 1;
    } else {
      await page.evaluate((at) => {
        const all = [...document.querySelectorAll("button, input[type=range], select, [role=tab], a")]
          .filter((e) => e.offsetParent !== null && !e.disabled);
        const chosen = all[at % all.length];
        if (chosen instanceof HTMLInputElement && chosen.type === "range") {
          const [min, max] = [Number(chosen.min), Number(chosen.max)];
          chosen.value = String(min + ((at % 997) / 997) * (max - min));
          chosen.dispatchEvent(new Event("change", { bubbles: true }));
        } else chosen?.click();
      }, next(1_000_000));
      clicks += 1;
    }
    expect((await page.locator("main [role=alert] h1, .centre").count()) === 0, `the simulator stopped: ${await page.locator("main").innerText()}`);
  }
  await page.keyboard.press("Escape");
  const pieces = await typed(page, site, next, seconds / 2);
  // It still answers.
  await page.keyboard.press("Escape");
  await page.goto(site.url);
  await page.reload();
  await openImage(page, "tc275/hello");
  await page.locator('[data-do="step"]').click();
  await page.locator('[data-stop="stepped"]').waitFor();
  return `${keys} keys and ${clicks} clicks in ${seconds} s, ${pieces} pieces of programs in ${seconds / 2} s`;
}
