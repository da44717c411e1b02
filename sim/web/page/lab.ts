// The page's side of the worker: what is open, what was answered last, and what can be asked.

import type { FromWorker, GivenFile, Graded, ToWorker, What } from "./protocol";
import type { About, Answer, Attempt, Command, Lesson, Panel, View } from "./view";

/** What is open, for titles and links. */
export interface Opened {
  title: string;
  /** The name of an offered image; none of files that somebody brought. */
  image?: string;
  board: string;
  lesson?: Lesson;
  /** What a lesson was opened with. */
  attempt?: Attempt;
}

export interface State {
  phase: "loading" | "start" | "opening" | "open" | "failed";
  about?: About;
  lessons: Lesson[];
  /** What came of the last check of the lesson; null while it is made. */
  grade?: Graded | null;
  opened?: Opened;
  view?: View;
  running: boolean;
  /** How many commands and questions have come to their end. */
  answers: number;
  mips: number | null;
  /** The last question and its answer. */
  why?: { subject: string; sentences: string[] };
  /** What could not be done. */
  error?: string;
  /** The bug that ended the simulator. */
  failure?: string;
  /** Milliseconds from the message to open a board to its first view. */
  openingTime?: number;
}

export interface Opening {
  what: What;
  files: GivenFile[];
  sources: GivenFile[];
  title: string;
  image?: string;
  lesson?: Lesson;
}

export class Client {
  state: State = { phase: "loading", lessons: [], running: false, answers: 0, mips: null };
  /** What is on the page: changes with its tabs. */
  panels: Panel[] = [];
  private worker = this.begin();
  private readonly listeners = new Set<() => void>();
  private opening?: Opening;
  private asked?: string;
  private queue: (() => void)[] = [];
  private pending = 0;

  private begin(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = (event: MessageEvent<FromWorker>) => this.take(event.data);
    worker.onerror = (event) => this.set({ phase: "failed", failure: event.message || "its worker did not start" });
    return worker;
  }

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  set(change: Partial<State>) {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }

  /** Something was asked and is not answered. */
  get busy(): boolean {
    return this.pending > 0;
  }

  private post(message: ToWorker) {
    if (message.kind === "ask") this.pending += 1;
    this.worker.postMessage(message);
  }

  /** The simulator anew, behind a bug of it. */
  restart() {
    this.worker.terminate();
    this.queue = [];
    this.pending = 0;
    this.set({ phase: "loading", running: false, failure: undefined, view: undefined, opened: undefined });
    this.worker = this.begin();
  }

  open(opening: Opening) {
    this.opening = opening;
    this.queue = [];
    this.pending = 0;
    this.set({ phase: "opening", error: undefined, why: undefined, running: false });
    const { what, files, sources, lesson } = opening;
    // A lesson that is opened anew keeps its grade until it is checked again.
    if (lesson?.name !== this.state.opened?.lesson?.name) this.set({ grade: undefined });
    this.post({ kind: "open", what, files, sources, show: this.panels });
  }

  /** The open file of this name, if there is one. */
  named(name: string | undefined): GivenFile[] {
    return this.opening?.files.filter((f) => f.name === name) ?? [];
  }

  /** Runs the open lesson as the student has left it, and grades it. */
  grade(attempt: Attempt, program: GivenFile[]) {
    const { lesson, files } = this.opening ?? {};
    if (!lesson || !files) return;
    this.set({ grade: null });
    // A program that is chosen anew goes before one of this name that the lesson was opened with.
    const others = files.filter((f) => program.every((p) => p.name !== f.name));
    this.post({ kind: "grade", what: { lesson: { name: lesson.name, attempt } }, files: [...others, ...program] });
  }

  /** Back to what is offered; the open board stays as it is. */
  choose() {
    this.pause();
    this.set({ phase: "start", error: undefined });
  }

  resume() {
    if (this.state.view) this.set({ phase: "open", error: undefined });
  }

  /** Which panels are on the page. */
  show(panels: Panel[]) {
    if (panels.join() === this.panels.join()) return;
    this.panels = panels;
    if (this.state.phase === "open") this.post({ kind: "show", show: panels });
  }

  do(command: Command) {
    if (this.state.phase !== "open") return;
    if (command.do === "run" || command.do === "run_to") {
      this.set({ running: true, error: undefined });
      this.post({ kind: "run", command, show: this.panels });
    } else {
      this.set({ error: undefined });
      this.post({ kind: "ask", request: { command, show: this.panels } });
    }
  }

  /** To a time; forwards in pieces, so that the page stays alive. */
  seek(tick: number) {
    if (this.state.phase !== "open") return;
    this.set({ error: undefined });
    if (tick <= (this.state.view?.time.tick ?? 0)) this.do({ do: "go_to", tick });
    else {
      this.set({ running: true });
      this.post({ kind: "seek", tick, show: this.panels });
    }
  }

  pause() {
    if (this.state.running) this.post({ kind: "pause" });
  }

  /** Commands one after the other, each behind the end of the one before. */
  then(next: () => void) {
    this.queue.push(next);
  }

  why(subject: string, id: string) {
    this.asked = subject;
    this.post({ kind: "ask", request: { why: id, show: this.panels } });
  }

  private take(message: FromWorker) {
    switch (message.kind) {
      case "ready":
        this.set({ about: message.about, lessons: message.lessons, phase: this.state.phase === "loading" ? "start" : this.state.phase });
        break;
      case "opened": {
        const { title, image, lesson, what } = this.opening ?? { title: "" };
        this.set({
          phase: "open",
          opened: { title, image, board: message.board, lesson, attempt: what?.lesson?.attempt },
          view: message.answer.view,
          mips: null,
          openingTime: message.milliseconds,
        });
        this.queue.shift()?.();
        break;
      }
      case "unusable":
        this.set({ phase: "start", error: message.error, view: undefined, opened: undefined });
        break;
      case "answer":
        this.answered(message.answer, message.running, message.ends, message.mips);
        break;
      case "graded":
        this.set({ grade: message.grade });
        break;
      case "failed":
        this.set({ phase: "failed", running: false, failure: message.text });
    }
  }

  private answered(answer: Answer, running: boolean, ends: number, mips: number | null) {
    this.pending = Math.max(0, this.pending - ends);
    // What is worked out later stays as it was.
    const view = ends ? answer.view : { ...this.state.view, ...answer.view };
    const change: Partial<State> = { view, running, answers: this.state.answers + ends };
    if (mips !== null) change.mips = mips;
    if (answer.error) change.error = answer.error;
    if (answer.why?.length) change.why = { subject: this.asked ?? "", sentences: answer.why };
    this.set(change);
    if (ends) this.queue.shift()?.();
  }
}
