import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { defineConfig, type Plugin } from "vite";

const assets = process.env["TRUEBOARD_WEB_ASSETS"];

/** The service worker with the list of all files and a version that follows from what they hold. */
function offline(): Plugin {
  let dir = "";
  const files = (under: string): string[] =>
    readdirSync(under).sort().flatMap((name) => {
      const path = join(under, name);
      return statSync(path).isDirectory() ? files(path) : [path];
    });
  return {
    name: "offline",
    apply: "build",
    configResolved(config) {
      dir = join(config.root, config.build.outDir);
      if (config.build.outDir.startsWith("/")) dir = config.build.outDir;
    },
    closeBundle() {
      const all = files(dir).filter((f) => !f.endsWith("/sw.js") && !f.endsWith("/.gitkeep"));
      const hash = createHash("sha256");
      for (const file of all) hash.update(relative(dir, file)).update(readFileSync(file));
      const names = ["./", ...all.map((f) => relative(dir, f))];
      const text = readFileSync(join(import.meta.dirname, "page/sw.js"), "utf8")
        .replace("__FILES__", JSON.stringify(names))
        .replace("__VERSION__", hash.digest("hex").slice(0, 16));
      writeFileSync(join(dir, "sw.js"), text);
    },
  };
}

export default defineConfig({
  // It works in whatever folder it is put.
  base: "./",
  publicDir: assets ?? false,
  build: {
    outDir: process.env["TRUEBOARD_WEB_OUT"] ?? "dist",
    emptyOutDir: false,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: "es" },
  plugins: [offline()],
});
