// Messages between the page and the worker in which the simulator runs.

import type { About, Answer, Attempt, Command, Faults, Grade, Lesson, Panel, Request, Setup, Written, Words } from "./view";

/** The grade of an attempt, or why it cannot run. */
export type Graded = Grade & { error?: string };

/** A file with its bytes. */
export interface GivenFile {
  name: string;
  bytes: Uint8Array;
}

/** What is opened: a board with images, or a lesson as a student has left it. */
export interface What {
  setup?: Setup;
  /** Each core runs a copy of the first image. */
  every?: boolean;
  lesson?: { name: string; attempt: Attempt };
}

export type ToWorker =
  | { kind: "open"; what: What; files: GivenFile[]; sources: GivenFile[]; show: Panel[] }
  | { kind: "grade"; what: What; files: GivenFile[] }
  // The editor's questions; a run goes on.
  | { kind: "words"; id: number; board: string }
  | { kind: "assemble"; id: number; source: Written }
  // One command or question; it ends a run.
  | { kind: "ask"; request: Request }
  // A run in pieces, or forwards to a time.
  | { kind: "run"; command: Command & { do: "run" | "run_to" }; show: Panel[] }
  | { kind: "seek"; tick: number; show: Panel[] }
  | { kind: "show"; show: Panel[] }
  | { kind: "pause" };

export type FromWorker =
  | { kind: "ready"; about: About; lessons: Lesson[] }
  | { kind: "graded"; grade: Graded }
  | { kind: "words"; id: number; words: Words & { error?: string } }
  | { kind: "assembled"; id: number; faults: Faults & { error?: string } }
  | { kind: "opened"; board: string; answer: Answer; milliseconds: number }
  | { kind: "unusable"; error: string }
  // `ends` is how many commands and questions have come to their end: none while a run goes on, and none where more
  // panels follow. `mips` is measured over a whole run in pieces, without the time of drawing.
  | { kind: "answer"; answer: Answer; running: boolean; ends: number; mips: number | null }
  // A bug of the simulator: nothing more comes.
  | { kind: "failed"; text: string };
