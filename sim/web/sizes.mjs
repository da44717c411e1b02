// Says what the page takes, as a host sends it that compresses, and fails beyond the limits: of what it loads before
// anything is opened, and of all that it keeps for use without a network.
//
//   node sizes.mjs FOLDER

import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const LIMITS = { start: 3_000_000, all: 3_500_000 };
/** What is loaded when it is wanted: images with their sources, lessons, the editor. */
const LATER = /^(images|lessons)\/|^sources\.json$|^assets\/editor-/;
const folder = process.argv[2];
const files = (under) => readdirSync(under).flatMap((name) => {
  const path = join(under, name);
  return statSync(path).isDirectory() ? files(path) : [path];
});
const sums = { start: [0, 0, 0], all: [0, 0, 0] };
for (const file of files(folder)) {
  const name = relative(folder, file);
  const bytes = readFileSync(file);
  const sizes = [bytes.length, gzipSync(bytes).length, brotliCompressSync(bytes).length];
  if (bytes.length > 500_000) console.log(`${name}: ${sizes.join(", ")} bytes`);
  for (const of of LATER.test(name) ? ["all"] : ["start", "all"]) sizes.forEach((n, i) => (sums[of][i] += n));
}
for (const [of, [plain, gzip, brotli]] of Object.entries(sums)) {
  console.log(`web, ${of}: ${plain} bytes, ${gzip} with gzip, ${brotli} with brotli`);
}
for (const [of, limit] of Object.entries(LIMITS)) {
  if (sums[of][1] > limit) {
    console.error(`web, ${of}: more than ${limit} bytes with gzip`);
    process.exitCode = 1;
  }
}
