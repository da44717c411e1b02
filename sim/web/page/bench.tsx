import { useEffect, useMemo, useState } from "preact/hooks";
import type { Client, State } from "./lab";
import { Calls } from "./panels/calls";
import { CodePanel } from "./panels/code";
import { Cores } from "./panels/cores";
import { instruments, type InstrumentName } from "./panels/instruments";
import { LessonPanel } from "./panels/lesson";
import { Registers } from "./panels/registers";
import { Stops } from "./panels/stops";
import { Why, worstStall } from "./panels/why";
import { WritePanel } from "./panels/write";
import { Tabs } from "./tabs";
import { Transport } from "./transport";
import type { Panel } from "./view";

interface Props {
  client: Client;
  state: State;
  tab?: string;
  onHelp(): void;
}

export function Bench({ client, state, tab, onHelp }: Props) {
  const { view, writing } = state;
  const lesson = writing?.lesson ?? state.opened?.lesson;
  const [chosen, choose] = useState<InstrumentName>((tab as InstrumentName) ?? "console");
  const all = useMemo(() => (view ? instruments(view) : []), [view?.board, view?.cores.length]);
  const instrument = all.find((i) => i.name === chosen) ?? all[0];

  useEffect(() => {
    const always: Panel[] = ["code", "registers", "calls", "pipeline", "warnings"];
    client.show([...new Set([...always, ...(instrument?.panels ?? ["console" as const])])]);
  }, [client, instrument?.name]);

  // Who has pressed a button that is gone goes on from here.
  useEffect(() => document.getElementById("main")?.focus({ preventScroll: true }), []);
  useEffect(() => {
    document.title = `${state.opened?.title ?? lesson?.title ?? "Your program"} on ${view?.board ?? writing?.board} – Trueboard lab`;
    return () => {
      document.title = "Trueboard lab";
    };
  }, [state.opened, view?.board, writing]);

  const ask = (subject: string, id: string) => {
    client.why(subject, id);
  };
  useKeys(client, state, onHelp, ask);

  return (
    <div class="bench">
      {view && <Transport client={client} state={state} />}
      <div class={`grid${lesson ? " with-lesson" : ""}${writing ? " writing" : ""}`}>
        <div class="side" key="cores">
          {view && (
            <>
              <Cores client={client} view={view} />
              <Calls view={view} />
              <Stops client={client} view={view} />
            </>
          )}
        </div>
        <div class="middle" key="middle">
          {/* The editor stays while boards come and go below it. */}
          {writing && <WritePanel key={`write-${writing.id}`} client={client} state={state} writing={writing} />}
          {view && <CodePanel key="code" client={client} view={view} written={writing !== undefined} onWhy={ask} />}
          {view && instrument && (
            <Tabs
              key="tabs" label="Instruments" chosen={instrument.name} onChoose={(name) => choose(name as InstrumentName)}
              tabs={all.map((i) => ({ name: i.name, title: i.title }))}
            >
              <instrument.Panel client={client} view={view} onWhy={ask} />
            </Tabs>
          )}
        </div>
        <div class="side" key="lesson">
          {lesson && <LessonPanel key={lesson.name} client={client} state={state} lesson={lesson} />}
          {view && <Why why={state.why} view={view} onWhy={ask} />}
          {view && <Registers view={view} />}
        </div>
      </div>
    </div>
  );
}

/** Keys of the whole bench, where nobody types. */
function useKeys(client: Client, state: State, onHelp: () => void, ask: (subject: string, id: string) => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      if (target.closest("input, select, textarea, dialog, .editor")) return;
      // A key that is held down waits for the answer before.
      if (event.repeat && (client.busy || event.key === "r")) return;
      const { running, view } = state;
      const core = view?.core;
      switch (event.key) {
        case "r": running ? client.pause() : client.do({ do: "run" }); break;
        case "s": client.do({ do: "step", core }); break;
        case "n": client.do({ do: "step_line", core }); break;
        case "o": client.do({ do: "step_over", core }); break;
        case "u": client.do({ do: "step_out", core }); break;
        case "b": client.do({ do: "step_back", core }); break;
        case "g": document.getElementById("place")?.focus(); break;
        case "w": {
          const stall = view && worstStall(view);
          if (stall) ask(stall.subject, stall.why);
          break;
        }
        case "?": onHelp(); break;
        default: {
          const id = Number(event.key) - 1;
          if (!/^[1-9]$/.test(event.key) || !view?.cores[id]) return;
          client.do({ do: "choose", core: view.cores[id].id });
        }
      }
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [client, state, onHelp, ask]);
}
