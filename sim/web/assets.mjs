// Gathers what the page loads besides its own code in the folder OUT: the module, made smaller, images, and the
// sources that their debug information names.
//
//   node assets.mjs MODULE.wasm OUT

import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [module, out] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const firmware = join(here, "../../firmware");

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "images"), { recursive: true });

// A profile of TRUEBOARD_WEB_PROFILE is for tests: its module is soon there, at any size.
const shipped = !process.env.TRUEBOARD_WEB_PROFILE;
if (shipped) {
  // What rustc's module may use: Debian's and rustup's agree on these.
  const features = ["bulk-memory", "bulk-memory-opt", "sign-ext", "mutable-globals", "nontrapping-float-to-int",
    "multivalue", "reference-types", "call-indirect-overlong", "extended-const", "tail-call"];
  execFileSync(process.execPath, [
    join(here, "node_modules/binaryen/bin/wasm-opt"), "-Os", ...features.map((f) => `--enable-${f}`),
    module, "-o", join(out, "trueboard.wasm"),
  ], { stdio: "inherit" });
} else {
  copyFileSync(module, join(out, "trueboard.wasm"));
}

const labs = join(here, "../../labs");
const manifests = [
  ...["manifest.json", "manifest-tc275.json", "manifest-parallella.json"].map((m) => join(firmware, "prebuilt", m)),
  join(labs, "images/manifest.json"),
];
const built = Object.assign({}, ...manifests.map((m) => JSON.parse(readFileSync(m, "utf8")).images));

// Most images share most of their sources: a text is there once, and each image has the names of its own.
const texts = {};

/** The files of sources that an image is made of, by the names that debug information has for them. */
function sources(image) {
  const names = [];
  const add = (path) => {
    const file = join(firmware, path);
    if (!existsSync(file)) return;
    if (statSync(file).isDirectory()) {
      for (const name of readdirSync(file)) add(join(path, name));
    } else if (/\.[chS]$/.test(path)) {
      texts[path] = readFileSync(file, "utf8");
      names.push(path);
    }
  };
  for (const path of built[image]?.sources ?? []) add(path);
  return names;
}

const save = (path, text) => {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), text);
};
const copy = (image) => {
  mkdirSync(join(out, "images", dirname(image)), { recursive: true });
  cpSync(join(firmware, "prebuilt", image), join(out, "images", image));
};

for (const { board, name } of JSON.parse(readFileSync(join(here, "page/images.json"), "utf8"))) {
  const image = `${board}/${name}.elf`;
  copy(image);
  save(join("images", `${board}/${name}.sources.json`), JSON.stringify(sources(image)));
}

// Lessons: the module has what they say, and the images that are for them only.
for (const file of readdirSync(labs).filter((f) => f.endsWith(".ron"))) {
  const text = readFileSync(join(labs, file), "utf8");
  const names = new Set();
  for (const image of new Set(text.match(/[\w-]+\/[\w-]+\.elf/g) ?? [])) {
    if (existsSync(join(firmware, "prebuilt", image))) copy(image);
    for (const name of sources(image)) names.add(name);
  }
  // Images in assembly are sources, and lie beside the other images of lessons.
  for (const path of text.match(/[\w/-]+\.[chsS](?=")/g) ?? []) {
    const file = [join(firmware, path), join(labs, "images", path)].find(existsSync);
    if (!file) continue;
    texts[path] = readFileSync(file, "utf8");
    names.add(path);
  }
  save(join("lessons", file.replace(/\.ron$/, ".sources.json")), JSON.stringify([...names]));
}
save("sources.json", JSON.stringify(texts));
