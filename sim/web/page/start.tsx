import { useRef, useState } from "preact/hooks";
import { done } from "./done";
import { offered, type Offered } from "./images";
import type { State } from "./lab";
import type { Lesson } from "./view";

interface Props {
  state: State;
  onLesson(lesson: Lesson): void;
  onWrite(board: string): void;
  onImage(image: Offered): void;
  onFiles(files: Iterable<File>, board: string, every: boolean): void;
}

export function Start({ state, onLesson, onWrite, onImage, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [board, setBoard] = useState("");
  const [every, setEvery] = useState(false);
  const boards = state.about?.boards ?? [];
  const [passed] = useState(done);
  const busy = state.phase === "loading" || state.phase === "opening";
  return (
    <div class="start" aria-busy={busy}>
      <h1>Step a whole board in this tab</h1>
      <p class="lead">
        Real firmware on simulated boards: every instruction, cache line, bus grant and counter, forwards and backwards.
        Where time was lost, ask <b>why?</b>
      </p>
      <p role="status" class="quiet">
        {state.phase === "loading" ? "The simulator is loading…" : state.phase === "opening" ? "The board is opening…" : ""}
      </p>
      {state.error && <p role="alert" class="error">{state.error}</p>}
      {state.lessons.length > 0 && (
        <section aria-labelledby="lessons">
          <h2 id="lessons">Lessons</h2>
          <ul class="cards">
            {state.lessons.map((l, i) => (
              <li key={l.name}>
                <button type="button" class="card lesson" disabled={busy} onClick={() => onLesson(l)} data-lesson={l.name}>
                  <strong>{i + 1}. {l.title}{passed.has(l.name) && <span class="done"> ✓ passed</span>}</strong>
                  <span>{l.about}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {boards.length > 0 && (
        <section aria-labelledby="write">
          <h2 id="write">Write a program</h2>
          <ul class="cards">
            {boards.map((b) => (
              <li key={b.name}>
                <button type="button" class="card write" disabled={busy} onClick={() => onWrite(b.name)} data-write={b.name}>
                  <strong>Assembly for {b.name}</strong>
                  <span>A short program to change; it runs at once on the whole board.</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {[...new Set(offered.map((o) => o.board))].map((name) => (
        <section key={name} aria-labelledby={`board-${name}`}>
          <h2 id={`board-${name}`}>{boards.find((b) => b.name === name)?.title ?? name}</h2>
          <ul class="cards">
            {offered.filter((o) => o.board === name).map((o) => (
              <li key={o.name}>
                <button type="button" class="card" disabled={busy} onClick={() => onImage(o)} data-image={`${o.board}/${o.name}`}>
                  <strong>{o.title}</strong>
                  <span>{o.text}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section aria-labelledby="own">
        <h2 id="own">Your own program</h2>
        <p>
          Drop an ELF file anywhere on this page, or choose it. C sources beside it are shown where its debug
          information names them. Nothing leaves this tab.
        </p>
        <p class="own">
          <label>Board{" "}
            <select value={board} onChange={(e) => setBoard(e.currentTarget.value)}>
              <option value="">as the file says</option>
              {boards.map((b) => <option key={b.name} value={b.name}>{b.name}</option>)}
            </select>
          </label>
          <label>
            <input type="checkbox" checked={every} onChange={(e) => setEvery(e.currentTarget.checked)} />
            {" "}each core runs a copy
          </label>
          <input
            ref={input} type="file" multiple class="visually-hidden" tabIndex={-1} aria-hidden="true"
            onChange={(e) => {
              const files = [...(e.currentTarget.files ?? [])];
              e.currentTarget.value = "";
              if (files.length) onFiles(files, board, every);
            }}
          />
          <button type="button" class="primary" disabled={busy} onClick={() => input.current?.click()}>Choose files…</button>
        </p>
      </section>
    </div>
  );
}
