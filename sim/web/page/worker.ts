// The simulator in a worker: it opens boards, carries out requests, and runs in pieces between which it listens.

import { Module } from "./module";
import type { FromWorker, ToWorker } from "./protocol";
import { AFTERWARDS, type Answer, type Command, type Panel } from "./view";

declare const self: DedicatedWorkerGlobalScope;

// Milliseconds of a piece, after which the page may have asked for something else, and between two views of a run.
const PIECE = 16;
const VIEW = 80;

// The panels of `AFTERWARDS` come not while the lab runs, and behind everything else of an answer.
const atOnce = (show: Panel[]) => show.filter((p) => !AFTERWARDS.includes(p));

type Goal = { command: Command & { do: "run" | "run_to" } } | { tick: number };

interface Run {
  goal: Goal;
  show: Panel[];
  cycles: number;
  instructions: number;
  spent: number;
  viewed: number;
}

let module: Module | undefined;
let run: Run | undefined;
// A message to oneself comes after those of the page that are waiting; timers would add four milliseconds to each.
const turn = new MessageChannel();
let turning = false;
/** Panels of which the page has not what they show now, if there are any, and how many questions wait for that. */
let owed: Panel[] | undefined;
let asked = 0;

/** Goes on once the messages that are waiting are dealt with. */
function goOn() {
  if (turning) return;
  turning = true;
  turn.port2.postMessage(0);
}

/** A whole view: all questions up to here have come to their end. */
function whole(answer: Answer, ran: number, mips: number | null) {
  post({ kind: "answer", answer, running: false, ends: asked + ran, mips });
  owed = undefined;
  asked = 0;
}

const post = (message: FromWorker) => self.postMessage(message);

/** Carries something out; a trap of the module is a bug, which the page shows. */
function guarded(work: () => void) {
  try {
    work();
  } catch (error) {
    run = undefined;
    post({ kind: "failed", text: module?.panic() || String(error) });
  }
}

const instructions = (answer: Answer) => answer.view.cores.reduce((sum, core) => sum + core.instructions, 0);

function begin(goal: Goal, show: Panel[]) {
  if (!module) return;
  const now = module.answer({});
  run = { goal, show, cycles: 100_000, instructions: instructions(now), spent: 0, viewed: performance.now() };
  goOn();
}

/** The command of the next piece. */
function piece(run: Run, tick: number): Command {
  if ("command" in run.goal) return { ...run.goal.command, cycles: run.cycles };
  // Ticks are at least as many as cycles.
  return { do: "go_to", tick: Math.min(run.goal.tick, tick + run.cycles) };
}

let tick = 0;

function onePiece() {
  if (!module || !run) return;
  const from = performance.now();
  const due = from - run.viewed >= VIEW;
  const answer = module.answer({ command: piece(run, tick), show: due ? atOnce(run.show) : [] });
  const took = performance.now() - from;
  tick = answer.view.time.tick;
  run.spent += took;
  if (!due) run.cycles = Math.max(1_000, Math.min(5e7, Math.round(run.cycles * Math.min(2, PIECE / Math.max(took, 1)))));
  const kind = answer.view.stop.kind;
  const goesOn = !answer.error && ("command" in run.goal ? kind === "piece" : kind === "there" && tick < run.goal.tick);
  if (!goesOn) {
    finish(answer.error);
  } else {
    if (due) {
      run.viewed = performance.now();
      post({ kind: "answer", answer, running: true, ends: 0, mips: mips(run, answer) });
    }
    goOn();
  }
}

const mips = (run: Run, answer: Answer) =>
  run.spent < 1 ? null : (instructions(answer) - run.instructions) / run.spent / 1000;

/** Ends a run with a whole view. */
function finish(error?: string) {
  if (!module || !run) return;
  const ended = run;
  run = undefined;
  const answer = module.answer({ show: ended.show });
  if (error) answer.error = error;
  whole(answer, 1, mips(ended, answer));
}

/** What the page has not yet of the last answer. */
function payOwed() {
  if (module && owed) whole(module.answer({ show: owed }), 0, null);
}

function handle(message: ToWorker) {
  if (!module) return;
  switch (message.kind) {
    case "open": {
      run = undefined;
      const from = performance.now();
      module = module.unused();
      const opened = module.open(message.what, message.files, message.sources);
      if (opened.error) {
        post({ kind: "unusable", error: opened.error });
        return;
      }
      const answer = module.answer({ show: message.show });
      tick = answer.view.time.tick;
      owed = undefined;
      asked = 0;
      post({ kind: "opened", board: opened.board, answer, milliseconds: performance.now() - from });
      return;
    }
    case "grade":
      post({ kind: "graded", grade: module.grade(message.what, message.files) });
      return;
    case "words":
      post({ kind: "words", id: message.id, words: module.words(message.board) });
      return;
    case "assemble":
      post({ kind: "assembled", id: message.id, faults: module.assemble(message.source) });
      return;
    case "ask": {
      run = undefined;
      const show = message.request.show ?? [];
      const answer = module.answer({ ...message.request, show: atOnce(show) });
      tick = answer.view.time.tick;
      asked += 1;
      owed = show;
      // Who steps by a key that is held down sees each step, and the rest at the last one.
      post({ kind: "answer", answer, running: false, ends: 0, mips: null });
      goOn();
      return;
    }
    case "run":
      begin({ command: message.command }, message.show);
      return;
    case "seek":
      begin({ tick: message.tick }, message.show);
      return;
    case "show":
      if (run) run.show = message.show;
      else whole(module.answer({ show: message.show }), 0, null);
      return;
    case "pause":
      finish();
  }
}

const waiting: ToWorker[] = [];
self.onmessage = (event: MessageEvent<ToWorker>) => {
  if (module) guarded(() => handle(event.data));
  else waiting.push(event.data);
};
turn.port1.onmessage = () => {
  turning = false;
  guarded(run ? onePiece : payOwed);
};

Module.load(new URL("trueboard.wasm", self.location.href.replace(/assets\/[^/]*$/, ""))).then(
  (loaded) => {
    module = loaded;
    guarded(() => {
      post({ kind: "ready", about: loaded.about(), lessons: loaded.lessons() });
      for (const message of waiting.splice(0)) handle(message);
    });
  },
  (error) => post({ kind: "failed", text: `the simulator could not be loaded: ${error}` }),
);
