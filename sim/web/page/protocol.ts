// Messages between the page and the worker in which the simulator runs.

import type { About, Answer, Command, Panel, Request, Setup } from "./view";

/** A file with its bytes. */
export interface GivenFile {
  name: string;
  bytes: Uint8Array;
}

export type ToWorker =
  | { kind: "open"; setup: Setup; every: boolean; files: GivenFile[]; sources: GivenFile[]; show: Panel[] }
  // One command or question; it ends a run.
  | { kind: "ask"; request: Request }
  // A run in pieces, or forwards to a time.
  | { kind: "run"; command: Command & { do: "run" | "run_to" }; show: Panel[] }
  | { kind: "seek"; tick: number; show: Panel[] }
  | { kind: "show"; show: Panel[] }
  | { kind: "pause" };

export type FromWorker =
  | { kind: "ready"; about: About }
  | { kind: "opened"; board: string; answer: Answer; milliseconds: number }
  | { kind: "unusable"; error: string }
  // `mips` is measured over a whole run in pieces, without the time of drawing.
  | { kind: "answer"; answer: Answer; running: boolean; mips: number | null }
  // A bug of the simulator: nothing more comes.
  | { kind: "failed"; text: string };
