// How fast the module is in a page's engine: opening a board, the first instruction, and instructions per second.
//
//   node speed.mjs MODULE.wasm IMAGE BOARD [SECONDS]

import { readFileSync } from "node:fs";

const [file, image, board, seconds = "3"] = process.argv.slice(2);
const from = performance.now();
const { instance } = await WebAssembly.instantiate(readFileSync(file));
const { exports } = instance;
exports.start();
const loaded = performance.now();
const give = (bytes) => {
  const at = exports.input(bytes.length) >>> 0;
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
};
const taken = () => JSON.parse(Buffer.from(new Uint8Array(exports.memory.buffer, exports.output() >>> 0, exports.output_len())).toString());
const elf = readFileSync(image);
const name = image.split("/").at(-1);
const header = JSON.stringify({ setup: { board, images: [{ name }] }, files: [{ name, len: elf.length }], sources: [] });
give(Buffer.concat([Buffer.from(`${header}\n`), elf]));
exports.open();
const opening = taken();
if (opening.error) throw new Error(opening.error);
const opened = performance.now();
const answer = (request) => {
  give(Buffer.from(JSON.stringify(request)));
  exports.answer();
  return taken();
};
answer({ command: { do: "step" }, show: ["code", "registers", "pipeline", "calls", "console"] });
const stepped = performance.now();
const begun = performance.now();
let count = 0;
let last;
do {
  last = answer({ command: { do: "run", cycles: 1_000_000 } });
  count = last.view.cores.reduce((sum, c) => sum + c.instructions, 0);
} while (performance.now() - begun < 1000 * Number(seconds) && last.view.stop.kind === "piece");
const ran = (performance.now() - begun) / 1000;
console.log(`${image}: module ${(loaded - from).toFixed(0)} ms, board ${(opened - loaded).toFixed(0)} ms, first step ` +
  `${(stepped - opened).toFixed(0)} ms, ${count} instructions in ${ran.toFixed(2)} s: ${(count / ran / 1e6).toFixed(1)} MIPS, ` +
  `${(exports.memory.buffer.byteLength / 2 ** 20).toFixed(0)} MiB; ${last.view.stop.text}`);
