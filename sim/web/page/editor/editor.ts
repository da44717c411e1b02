// The editor of programs: CodeMirror with errors at their lines, breakpoints, and the line that runs next. The page loads
// it when a program is written for the first time.

import { defaultKeymap, history, historyKeymap, indentLess, insertTab } from "@codemirror/commands";
import { syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, forceLinting, lintGutter, linter, lintKeymap } from "@codemirror/lint";
import { EditorState, Prec, RangeSet, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, gutter, keymap, lineNumbers } from "@codemirror/view";
import type { Fault, Faults, Words } from "../view";
import { assembly, colours } from "./language";

/** What the editor needs of the page. */
export interface Hooks {
  /** Assembles a text. */
  faults(text: string): Promise<Faults>;
  /** The text is another one. */
  changed(text: string): void;
  /** A breakpoint of a line is set or removed. */
  breaks(line: number, set: boolean): void;
  run(): void;
}

const setCurrent = StateEffect.define<number | undefined>();
const setBreaks = StateEffect.define<number[]>();

const isLine = (doc: Text, line: number) => line >= 1 && line <= doc.lines;

const currentLine = StateField.define({
  create: () => Decoration.none,
  update(marks, { changes, effects, state }) {
    let now = marks.map(changes);
    for (const effect of effects) {
      if (!effect.is(setCurrent)) continue;
      const line = effect.value;
      const at = line !== undefined && isLine(state.doc, line) ? state.doc.line(line).from : undefined;
      now = at === undefined ? Decoration.none : Decoration.set(Decoration.line({ class: "cm-here", attributes: { "aria-current": "step" } }).range(at));
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

class Dot extends GutterMarker {
  override elementClass = "cm-break";
}
const dot = new Dot();

const breakpoints = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(marks, { changes, effects, state }) {
    let now = marks.map(changes);
    for (const effect of effects) {
      if (!effect.is(setBreaks)) continue;
      const lines = [...new Set(effect.value)].filter((line) => isLine(state.doc, line)).sort((a, b) => a - b);
      now = RangeSet.of(lines.map((line) => dot.range(state.doc.line(line).from)));
    }
    return now;
  },
});

function broken(state: EditorState): number[] {
  const lines: number[] = [];
  state.field(breakpoints).between(0, state.doc.length, (from) => void lines.push(state.doc.lineAt(from).number));
  return lines;
}

/** Where an error is: from its column to the end of the word there. */
function place(doc: Text, fault: Fault): { from: number; to: number } {
  const line = doc.line(Math.min(Math.max(fault.line, 1), doc.lines));
  // Columns count characters, the editor counts halves of some of them.
  const before = [...line.text].slice(0, fault.column - 1).join("").length;
  const from = line.from + Math.min(before, line.length);
  const word = /^[^\s,;)\]]+/.exec(line.text.slice(from - line.from))?.[0].length ?? 1;
  return { from, to: Math.min(from + word, line.to) };
}

const diagnostic = (doc: Text, fault: Fault): Diagnostic =>
  ({ ...place(doc, fault), severity: "error", message: `${fault.cause}; ${fault.remedy}` });

export class Editor {
  private readonly view: EditorView;

  constructor(parent: HTMLElement, text: string, words: Words, label: string, hooks: Hooks) {
    const toggle = (view: EditorView, line: number) => {
      const now = broken(view.state);
      const set = !now.includes(line);
      view.dispatch({ effects: setBreaks.of(set ? [...now, line] : now.filter((l) => l !== line)) });
      hooks.breaks(line, set);
      return true;
    };
    const run = () => {
      hooks.run();
      return true;
    };
    const keys = [
      { key: "Mod-Enter", run },
      { key: "F9", run: (view: EditorView) => toggle(view, view.state.doc.lineAt(view.state.selection.main.head).number) },
      // Escape, then Tab leaves the editor.
      { key: "Tab", run: insertTab, shift: indentLess },
    ];
    const state = EditorState.create({
      doc: text,
      extensions: [
        breakpoints,
        gutter({
          class: "cm-breaks",
          renderEmptyElements: true,
          markers: (view) => view.state.field(breakpoints),
          initialSpacer: () => dot,
          domEventHandlers: { mousedown: (view, block) => toggle(view, view.state.doc.lineAt(block.from).number) },
        }),
        lineNumbers(),
        lintGutter(),
        currentLine,
        history(),
        EditorState.tabSize.of(8),
        assembly(words),
        syntaxHighlighting(colours),
        linter(async ({ state: { doc } }) => (await hooks.faults(doc.toString())).faults.map((f) => diagnostic(doc, f)), { delay: 300 }),
        Prec.highest(keymap.of(keys)),
        keymap.of([...lintKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) hooks.changed(update.state.doc.toString());
        }),
      ],
    });
    this.view = new EditorView({ parent, state });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Another text; it can be undone. */
  replace(text: string) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  /** The errors of the text are looked for at once. */
  look() {
    forceLinting(this.view);
  }

  /** The cursor to an error. */
  show(fault: Fault) {
    const { from } = place(this.view.state.doc, fault);
    this.view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    this.view.focus();
  }

  /** Marks the line that runs next. */
  current(line: number | undefined) {
    const at = line !== undefined && isLine(this.view.state.doc, line) ? this.view.state.doc.line(line).from : undefined;
    const scroll = at === undefined ? [] : [EditorView.scrollIntoView(at, { y: "nearest", yMargin: 40 })];
    this.view.dispatch({ effects: [setCurrent.of(line), ...scroll] });
  }

  get breaks(): number[] {
    return broken(this.view.state);
  }

  set breaks(lines: number[]) {
    if (lines.join() !== this.breaks.join()) this.view.dispatch({ effects: setBreaks.of(lines) });
  }

  destroy() {
    this.view.destroy();
  }
}
