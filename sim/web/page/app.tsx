import { useEffect, useRef, useState } from "preact/hooks";
import { Bench } from "./bench";
import { Help } from "./help";
import { find, given, load, loadLesson, own } from "./images";
import type { Client, State } from "./lab";
import { parse, write } from "./link";
import { packed, unpacked } from "./program";
import { Start } from "./start";
import type { Lesson } from "./view";

function useClient(client: Client): State {
  const [state, set] = useState(client.state);
  useEffect(() => client.listen(() => set(client.state)), [client]);
  return state;
}

type Theme = "system" | "light" | "dark";

export function App({ client }: { client: Client }) {
  const state = useClient(client);
  const [link] = useState(() => parse(location.hash));
  const [dragged, setDragged] = useState(false);
  const [said, say] = useState("");
  const [theme, setTheme] = useState<Theme>("system");
  const help = useRef<HTMLDialogElement>(null);

  const fail = (error: unknown) => client.set({ phase: "start", error: error instanceof Error ? error.message : String(error) });

  const openOffered = async (board: string | undefined, name: string) => {
    const image = find(board, name);
    if (!image) {
      fail(`${board ? `${board} has` : "there is"} no image \`${name}\` here; choose one of these`);
      return;
    }
    client.set({ phase: "opening", error: undefined });
    try {
      client.open(await load(image));
    } catch (error) {
      fail(error);
    }
  };

  const openLesson = async (lesson: Lesson, text?: string) => {
    if (lesson.program) {
      client.write({ board: lesson.board, lesson, text, carried: text !== undefined });
      return;
    }
    client.set({ phase: "opening", error: undefined });
    try {
      client.open(await loadLesson(lesson, {}));
    } catch (error) {
      fail(error);
    }
  };

  const noLink = () => history.replaceState(null, "", location.pathname + location.search);

  const openEditor = (board: string) => {
    client.write({ board });
    noLink();
  };

  const openOwn = async (files: Iterable<File>, board: string, every: boolean) => {
    try {
      client.open(await own(files, board, every));
      noLink();
    } catch (error) {
      fail(error);
    }
  };

  // A link opens what it holds once the simulator is there.
  const followed = useRef(false);
  useEffect(() => {
    if (state.phase !== "start" || !state.about || followed.current) return;
    followed.current = true;
    const there = () => {
      const { time, to, core } = link;
      if (core !== undefined) client.then(() => client.do({ do: "choose", core }));
      if (time !== undefined) client.then(() => client.seek(time));
      else if (to !== undefined) client.then(() => client.do({ do: "run_to", place: to }));
    };
    if (link.given) {
      const name = link.given;
      client.set({ phase: "opening", error: undefined });
      void given(name).then((file) => openOwn([file], link.board ?? "", false), fail);
      return;
    }
    const lesson = link.lesson && state.lessons.find((l) => l.name === link.lesson || l.name.replace(/^\d+-/, "") === link.lesson);
    if (link.lesson && !lesson) {
      fail(`there is no lesson \`${link.lesson}\`; choose one of these`);
      return;
    }
    if (link.asm) {
      const board = state.about.boards.find((b) => b.name === link.board)?.name;
      void unpacked(link.asm).then((text) => {
        if (lesson) void openLesson(lesson, text);
        else if (board) client.write({ board, text, carried: true });
        else fail("the link has a program and no board that runs it; ask for the link again");
      }, fail);
      return;
    }
    if (lesson) {
      void openLesson(lesson).then(there);
      return;
    }
    if (!link.image) return;
    void openOffered(link.board, link.image).then(there);
  }, [state.phase, state.about]);

  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);

  // Files may be dropped anywhere.
  useEffect(() => {
    const files = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const over = (event: DragEvent) => {
      if (!files(event)) return;
      event.preventDefault();
      setDragged(true);
    };
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) setDragged(false);
    };
    const drop = (event: DragEvent) => {
      setDragged(false);
      if (!files(event)) return;
      event.preventDefault();
      void openOwn([...(event.dataTransfer?.files ?? [])], "", false);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, []);

  const copy = async (hash: string, what: string) => {
    history.replaceState(null, "", hash);
    try {
      await navigator.clipboard.writeText(location.href);
      say(`The link to ${what} is in the clipboard.`);
    } catch {
      say(`The link to ${what} is in the address bar.`);
    }
  };

  const share = async () => {
    const { opened, view, writing } = state;
    if (writing) {
      try {
        const asm = await packed(client.text);
        const of = writing.lesson ? { lesson: writing.lesson.name } : { board: writing.board };
        await copy(write({ ...of, asm, embed: false }), "this program");
      } catch (error) {
        say(error instanceof Error ? error.message : String(error));
      }
      return;
    }
    if ((!opened?.image && !opened?.lesson) || !view) {
      say("A link cannot hold your own files: they never leave this tab.");
      return;
    }
    const { image, lesson } = opened;
    const board = lesson ? undefined : opened.board;
    const hash = write({ board, image, lesson: lesson?.name, time: view.time.tick, core: view.core, embed: false });
    await copy(hash, "this moment");
  };
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => say(""), 6000);
    return () => clearTimeout(timer);
  }, [said]);

  const next: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
  const { writing } = state;
  const inLab = (state.phase === "open" || state.phase === "opening") && (writing || (state.phase === "open" && state.view && state.opened));
  const title = state.opened?.title ?? writing?.lesson?.title ?? "Your program";
  const board = state.opened?.board ?? writing?.board;
  return (
    <>
      <a class="skip" href="#main">Skip to the lab</a>
      {!link.embed && (
        <header class="head">
          <p class="brand"><span aria-hidden="true" class="mark">T</span>Trueboard lab</p>
          {inLab && (
            <p class="what"><strong>{title}</strong><span class="quiet"> on {board}</span></p>
          )}
          <nav class="actions" aria-label="Lab">
            {inLab
              ? <button type="button" onClick={() => client.choose()}>Open…</button>
              : (state.view || writing) && <button type="button" onClick={() => client.resume()}>Back to {title}</button>}
            {inLab && <button type="button" onClick={share}>Share</button>}
            <button type="button" onClick={() => setTheme(next[theme])} aria-label={`Colours: ${theme}`}>
              <span aria-hidden="true">{{ system: "◐", light: "☀", dark: "☾" }[theme]}</span>
            </button>
            <button type="button" onClick={() => help.current?.showModal()} aria-label="Help and keys">?</button>
          </nav>
        </header>
      )}
      <main id="main" tabIndex={-1}>
        {state.phase === "failed" ? (
          <section class="centre" role="alert">
            <h1>The simulator stopped</h1>
            <p>This is a bug of Trueboard. Please report these words, with what you opened and did:</p>
            <pre>{state.failure}</pre>
            <button type="button" class="primary" onClick={() => client.restart()}>Start again</button>
          </section>
        ) : inLab ? (
          <Bench client={client} state={state} tab={link.tab} onHelp={() => help.current?.showModal()} />
        ) : (
          <Start state={state} onLesson={(l) => void openLesson(l)} onWrite={openEditor} onImage={(o) => void openOffered(o.board, o.name)} onFiles={(...all) => void openOwn(...all)} />
        )}
      </main>
      <div role="status" class={said ? "toast" : "toast hidden"}>{said}</div>
      {dragged && <div class="drop" aria-hidden="true">Drop an ELF file, with C sources if you like</div>}
      <Help dialog={help} version={state.about?.version} />
    </>
  );
}
