// Says what the page takes, as a host sends it that compresses, and fails beyond the limit.
//
//   node sizes.mjs FOLDER

import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const LIMIT = 3_000_000;
const folder = process.argv[2];
const files = (under) => readdirSync(under).flatMap((name) => {
  const path = join(under, name);
  return statSync(path).isDirectory() ? files(path) : [path];
});
let [plain, gzip, brotli] = [0, 0, 0];
for (const file of files(folder)) {
  const bytes = readFileSync(file);
  const sizes = [bytes.length, gzipSync(bytes).length, brotliCompressSync(bytes).length];
  if (bytes.length > 500_000) console.log(`${relative(folder, file)}: ${sizes.join(", ")} bytes`);
  plain += sizes[0];
  gzip += sizes[1];
  brotli += sizes[2];
}
console.log(`web: ${plain} bytes in all, ${gzip} with gzip, ${brotli} with brotli`);
if (gzip > LIMIT) {
  console.error(`web: more than ${LIMIT} bytes with gzip`);
  process.exit(1);
}
