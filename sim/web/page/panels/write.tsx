import { useEffect, useRef, useState } from "preact/hooks";
import type { Editor } from "../editor/editor";
import { baseName } from "../format";
import { written } from "../images";
import type { Client, State } from "../lab";
import { draft, keep, nameOf, type Writing } from "../program";
import type { Fault } from "../view";
import { Panel } from "./panel";


interface Props {
  client: Client;
  state: State;
  writing: Writing;
}

/** The editor of a program, and what leads from it to the board. */
export function WritePanel({ client, state, writing }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  const beginning = useRef("");
  const restoring = useRef(false);
  const loads = useRef(0);
  const [faults, setFaults] = useState<Fault[]>([]);
  const [text, setText] = useState<string>();
  const [failed, setFailed] = useState("");
  const name = baseName(nameOf(writing));
  const { view } = state;
  const loaded = state.opened?.program;
  const stale = loaded !== undefined && text !== undefined && loaded !== text;

  const look = async (source: string) => {
    const found = await client.faults({ board: writing.board, name, text: source });
    if (editor.current?.text === source) setFaults(found.faults);
    return found;
  };

  /** Assembles the text, puts it on a new board, and runs it if `run`. */
  const load = async (run: boolean) => {
    const at = editor.current;
    if (!at) return;
    const source = at.text;
    // A load that was asked for later goes before this one.
    const turn = ++loads.current;
    const { faults } = await look(source);
    if (turn !== loads.current) return;
    if (faults[0]) {
      at.look();
      at.show(faults[0]);
      return;
    }
    try {
      const opening = await written(writing, source, state.opened?.attempt ?? {});
      if (turn !== loads.current) return;
      restoring.current = true;
      client.open(opening);
      for (const line of at.breaks) client.then(() => client.do({ do: "break", place: `${name}:${line}` }));
      client.then(() => {
        restoring.current = false;
        if (run) client.do({ do: "run" });
      });
    } catch (error) {
      client.set({ error: error instanceof Error ? error.message : String(error) });
    }
  };

  // The editor comes when it is needed, and calls what is current then.
  const hooks = useRef({ load, look, stale });
  hooks.current = { load, look, stale };
  useEffect(() => {
    let made: Editor | undefined;
    let gone = false;
    const make = async () => {
      const [{ Editor }, words] = await Promise.all([import("../editor/editor"), client.words(writing.board)]);
      if (gone || !box.current) return;
      beginning.current = writing.lesson?.program?.text ?? words.beginning;
      const first = writing.text ?? draft(writing) ?? beginning.current;
      made = new Editor(box.current, first, words, `Program for ${writing.board}`, {
        faults: (source) => hooks.current.look(source),
        changed: (source) => {
          setText(source);
          client.text = source;
          keep(writing, source, beginning.current);
        },
        breaks: (line, set) => {
          if (!hooks.current.stale) client.do({ do: set ? "break" : "unbreak", place: `${name}:${line}` });
        },
        run: () => void hooks.current.load(true),
      });
      editor.current = made;
      client.text = first;
      setText(first);
      await hooks.current.load(false);
    };
    make().catch((error) => setFailed(`the editor could not be loaded: ${error instanceof Error ? error.message : error}; load the page again`));
    return () => {
      gone = true;
      made?.destroy();
    };
  }, [writing]);

  // The line that runs next, and breakpoints that were set elsewhere.
  const source = view?.code?.find((c) => c.core === view.core)?.source;
  const line = !stale && source && baseName(source.file) === name ? source.line : undefined;
  useEffect(() => editor.current?.current(line), [line, view?.time.tick]);
  const lines = view?.breakpoints.filter((b) => b.file && baseName(b.file) === name && b.line).map((b) => b.line!).join();
  useEffect(() => {
    if (editor.current && lines !== undefined && !stale && !restoring.current) {
      editor.current.breaks = lines.split(",").filter(Boolean).map(Number);
    }
  }, [lines, stale]);

  const count = faults.length === 1 ? "1 error" : `${faults.length} errors`;
  const status = failed ? "" : text === undefined ? "The editor is loading…"
    : faults.length ? `${count}: the board cannot run this.`
    : stale ? "The board has the program before your last changes."
    : "No errors.";
  const boards = state.about?.boards ?? [];
  return (
    <Panel title="Program" note={name} name="write">
      <div class="write-bar" role="toolbar" aria-label="Program">
        {!writing.lesson && (
          <label>Board{" "}
            <select value={writing.board} onChange={(e) => client.write({ board: e.currentTarget.value })}>
              {boards.map((b) => <option key={b.name} value={b.name}>{b.name}</option>)}
            </select>
          </label>
        )}
        <button type="button" class="primary" disabled={text === undefined} aria-keyshortcuts="Control+Enter" title="Assemble and run (Ctrl+Enter)" data-do="assemble-run" onClick={() => void load(true)}>
          <span aria-hidden="true" class="icon">▶</span>Assemble and run
        </button>
        <button type="button" disabled={text === undefined} title="Assemble, and stop at the first instruction" data-do="assemble" onClick={() => void load(false)}>Assemble</button>
        <button type="button" disabled={text === undefined} title="The program as it was at first; Ctrl+Z brings yours back" data-do="begin-again" onClick={() => editor.current?.replace(beginning.current)}>Begin again</button>
      </div>
      {failed && <p role="alert" class="error">{failed}</p>}
      <div ref={box} class="editor" />
      <p role="status" class={faults.length ? "assembled error" : stale ? "assembled stale" : "assembled quiet"} data-faults={text === undefined ? "" : faults.length}>{status}</p>
      {faults.length > 0 && (
        <ol class="faults" aria-label="Errors">
          {faults.map((f) => (
            <li key={`${f.line}:${f.column}:${f.cause}`}>
              <button type="button" onClick={() => editor.current?.show(f)}><b>{f.line}:{f.column}</b> {f.cause}; {f.remedy}</button>
            </li>
          ))}
        </ol>
      )}
      {!view && state.error && <p role="alert" class="error">{state.error}</p>}
      <p class="quiet hint">Ctrl+Enter runs, F9 sets a breakpoint, F8 goes to the next error; Escape, then Tab, leaves the editor.</p>
    </Panel>
  );
}
