// The page's side of the worker: what is open, what was answered last, and what can be asked.

import type { FromWorker, GivenFile, Graded, ToWorker, What } from "./protocol";
import type { Writing } from "./program";
import type { About, Answer, Attempt, Command, Faults, Lesson, Panel, Written, View, Words } from "./view";

/** What is open, for titles and links. */
export interface Opened {
  title: string;
  /** The name of an offered image; none of files that somebody brought. */
  image?: string;
  board: string;
  lesson?: Lesson;
  /** What a lesson was opened with. */
  attempt?: Attempt;
  /** The text of the program that is on the board, of one that was written here. */
  program?: string;
}

export interface State {
  phase: "loading" | "start" | "opening" | "open" | "failed";
  about?: About;
  lessons: Lesson[];
  /** What came of the last check of the lesson; null while it is made. */
  grade?: Graded | null;
  opened?: Opened;
  /** The program in the editor. */
  writing?: Writing;
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
  /** The program of the editor that is opened, and its text. */
  writing?: Writing;
  program?: string;
}

export class Client {
  state: State = { phase: "loading", lessons: [], running: false, answers: 0, mips: null };
  /** What is on the page: changes with its tabs. */
  panels: Panel[] = [];
  private worker = this.begin();
  /** What the editor has. */
  text = "";
  private readonly listeners = new Set<() => void>();
  private readonly questions = new Map<number, { answer(value: never): void; refuse(error: Error): void }>();
  private questioned = 0;
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
    for (const { refuse } of this.questions.values()) refuse(new Error("the simulator has stopped"));
    this.questions.clear();
    this.set({ phase: "loading", running: false, failure: undefined, view: undefined, opened: undefined, writing: undefined });
    this.worker = this.begin();
  }

  open(opening: Opening) {
    this.opening = opening;
    this.queue = [];
    this.pending = 0;
    this.set({ phase: "opening", error: undefined, why: undefined, running: false, writing: opening.writing });
    const { what, files, sources, lesson } = opening;
    // A lesson that is opened anew keeps its grade until it is checked again.
    if (lesson?.name !== this.state.opened?.lesson?.name) this.set({ grade: undefined });
    this.post({ kind: "open", what, files, sources, show: this.panels });
  }

  /** The open file of this name, if there is one. */
  named(name: string | undefined): GivenFile[] {
    return this.opening?.files.filter((f) => f.name === name) ?? [];
  }

  /** Opens the editor, with a program of this board or of a lesson. It opens the board once there are no errors. */
  write(program: Omit<Partial<Writing>, "id"> & { board: string }) {
    this.pause();
    this.queue = [];
    this.pending = 0;
    const { lesson } = program;
    if (lesson?.name !== this.state.opened?.lesson?.name) this.set({ grade: undefined });
    const writing = { carried: false, ...program, id: (this.state.writing?.id ?? 0) + 1 };
    this.set({ phase: "open", writing, view: undefined, opened: undefined, error: undefined, why: undefined, running: false });
  }

  private ask<T>(post: (id: number) => ToWorker): Promise<T> {
    const id = this.questioned++;
    return new Promise<T>((answer, refuse) => {
      this.questions.set(id, { answer, refuse });
      this.post(post(id));
    });
  }

  private told(id: number, value: { error?: string }) {
    const question = this.questions.get(id);
    this.questions.delete(id);
    if (value.error) question?.refuse(new Error(value.error));
    else question?.answer(value as never);
  }

  /** The words of a board's instruction set. */
  words(board: string): Promise<Words> {
    return this.ask((id) => ({ kind: "words", id, board }));
  }

  /** The errors of a source. */
  faults(source: Written): Promise<Faults> {
    return this.ask((id) => ({ kind: "assemble", id, source }));
  }

  /** Runs a lesson as the student has left it, with its files, and grades it. */
  grade(lesson: Lesson, attempt: Attempt, files: GivenFile[]) {
    this.set({ grade: null });
    this.post({ kind: "grade", what: { lesson: { name: lesson.name, attempt } }, files });
  }

  /** Back to what is offered; the open board stays as it is. */
  choose() {
    this.pause();
    this.set({ phase: "start", error: undefined });
  }

  resume() {
    if (this.state.view || this.state.writing) this.set({ phase: "open", error: undefined });
  }

  /** Which panels are on the page. */
  show(panels: Panel[]) {
    if (panels.join() === this.panels.join()) return;
    this.panels = panels;
    if (this.state.phase === "open" && this.state.view) this.post({ kind: "show", show: panels });
  }

  do(command: Command) {
    if (this.state.phase !== "open" || !this.state.view) return;
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
        const { title, image, lesson, what, program, writing } = this.opening ?? { title: "" };
        // Another program has come into the editor since.
        if (writing !== this.state.writing) break;
        this.set({
          phase: "open",
          opened: { title, image, board: message.board, lesson, attempt: what?.lesson?.attempt, program },
          view: message.answer.view,
          mips: null,
          openingTime: message.milliseconds,
        });
        this.queue.shift()?.();
        break;
      }
      case "unusable":
        this.queue = [];
        this.set({ phase: this.state.writing ? "open" : "start", error: message.error, view: undefined, opened: undefined });
        break;
      case "answer":
        this.answered(message.answer, message.running, message.ends, message.mips);
        break;
      case "graded":
        this.set({ grade: message.grade });
        break;
      case "words":
        this.told(message.id, message.words);
        break;
      case "assembled":
        this.told(message.id, message.faults);
        break;
      case "failed":
        this.set({ phase: "failed", running: false, failure: message.text });
    }
  }

  private answered(answer: Answer, running: boolean, ends: number, mips: number | null) {
    // The end of a run that the editor has closed.
    if (!this.state.opened) return;
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
