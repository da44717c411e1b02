// Runs images in the WebAssembly module and holds their reports against those of the program.
//
//   node run.mjs MODULE.wasm TRUEBOARD BOARD=IMAGE…

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

const [file, program, ...runs] = process.argv.slice(2);
const module = await WebAssembly.compile(readFileSync(file));
if (WebAssembly.Module.imports(module).length !== 0) {
  console.error("wasm: the module imports something", WebAssembly.Module.imports(module));
  process.exit(1);
}

async function inModule(board, image) {
  const { exports } = await WebAssembly.instantiate(module);
  const head = Buffer.from(`${board}\n${image}\n`);
  const bytes = Buffer.concat([head, readFileSync(image)]);
  const at = exports.input(bytes.length) >>> 0;
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  exports.run();
  const out = new Uint8Array(exports.memory.buffer, exports.output() >>> 0, exports.output_len() >>> 0);
  const text = Buffer.from(out).toString();
  if (text.startsWith("!")) throw new Error(text.slice(1));
  return JSON.parse(text);
}

function byProgram(board, image) {
  const dir = mkdtempSync(join(tmpdir(), "trueboard-"));
  try {
    const report = join(dir, "report.json");
    execFileSync(program, ["run", "--board", board, "--quiet", "--console", "none", "--report", report, image]);
    return JSON.parse(readFileSync(report, "utf8"));
  } finally {
    rmSync(dir, { recursive: true });
  }
}

let wrong = 0;
for (const run of runs) {
  const [board, image] = run.split("=");
  const begun = performance.now();
  const report = await inModule(board, image);
  const seconds = (performance.now() - begun) / 1000;
  const equal = isDeepStrictEqual(report, byProgram(board, image));
  const instructions = report.cores.reduce((sum, core) => sum + core.instructions, 0);
  const verdict = equal ? "the program's report" : "ANOTHER REPORT than the program's";
  console.log(`wasm: ${image}: ${verdict}, ${instructions} instructions in ${seconds.toFixed(2)} s`);
  if (!equal) wrong += 1;
}
process.exit(wrong === 0 ? 0 : 1);
