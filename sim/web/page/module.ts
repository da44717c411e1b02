// The WebAssembly module of `sim/web/src`: bytes in, JSON out.

import type { GivenFile, Graded, What } from "./protocol";
import type { About, Answer, Faults, Lesson, Request, Written, Words } from "./view";

interface Exports {
  memory: WebAssembly.Memory;
  start(): void;
  input(length: number): number;
  output(): number;
  output_len(): number;
  open(): void;
  answer(): void;
  about(): void;
  lessons(): void;
  grade(): void;
  words(): void;
  assemble(): void;
}

export class Module {
  private readonly exports: Exports;
  private used = false;

  private constructor(private readonly compiled: WebAssembly.Module, instance: WebAssembly.Instance) {
    this.exports = instance.exports as unknown as Exports;
    this.exports.start();
  }

  static async load(url: URL): Promise<Module> {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url.pathname}: ${response.status} ${response.statusText}`);
    // A server that does not know the type of the file would make the streaming form fail.
    const streams = response.headers.get("Content-Type") === "application/wasm";
    const { module, instance } = streams
      ? await WebAssembly.instantiateStreaming(response)
      : await WebAssembly.instantiate(await response.arrayBuffer());
    return new Module(module, instance);
  }

  /**
   * One in which no board was opened yet. The memory of a board is as large as on the board: a new instance has zeros
   * there, and one that is used again would have to clear them.
   */
  unused(): Module {
    return this.used ? new Module(this.compiled, new WebAssembly.Instance(this.compiled)) : this;
  }

  open(what: What, files: GivenFile[], sources: GivenFile[]): { error?: string; board: string } {
    this.used = true;
    this.giveFiles(what, files, sources);
    this.exports.open();
    return JSON.parse(this.taken());
  }

  grade(what: What, files: GivenFile[]): Graded {
    this.giveFiles(what, files, []);
    this.exports.grade();
    return JSON.parse(this.taken());
  }

  words(board: string): Words & { error?: string } {
    this.give([new TextEncoder().encode(board)]);
    this.exports.words();
    return JSON.parse(this.taken());
  }

  assemble(source: Written): Faults & { error?: string } {
    this.give([new TextEncoder().encode(JSON.stringify(source))]);
    this.exports.assemble();
    return JSON.parse(this.taken());
  }

  lessons(): Lesson[] {
    this.exports.lessons();
    return JSON.parse(this.taken());
  }

  answer(request: Request): Answer {
    this.give([new TextEncoder().encode(JSON.stringify(request))]);
    this.exports.answer();
    return JSON.parse(this.taken());
  }

  about(): About {
    this.exports.about();
    return JSON.parse(this.taken());
  }

  /** What a panic said, after a trap. */
  panic(): string {
    try {
      const text = this.taken();
      return text.startsWith("panicked") ? text : "";
    } catch {
      return "";
    }
  }

  private giveFiles(what: What, files: GivenFile[], sources: GivenFile[]) {
    const names = (all: GivenFile[]) => all.map(({ name, bytes }) => ({ name, len: bytes.length }));
    const line = JSON.stringify({ ...what, files: names(files), sources: names(sources) });
    this.give([new TextEncoder().encode(`${line}\n`), ...files.map((f) => f.bytes), ...sources.map((f) => f.bytes)]);
  }

  private give(parts: Uint8Array[]) {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    // Memory may have grown, and its buffer with it: it is asked for behind the call.
    let at = this.exports.input(length) >>> 0;
    for (const part of parts) {
      new Uint8Array(this.exports.memory.buffer, at, part.length).set(part);
      at += part.length;
    }
  }

  private taken(): string {
    const at = this.exports.output() >>> 0;
    return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, at, this.exports.output_len() >>> 0));
  }
}
