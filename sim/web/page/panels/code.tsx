import { useLayoutEffect, useRef } from "preact/hooks";
import { baseName, hex, where } from "../format";
import type { Client } from "../lab";
import type { Code, View } from "../view";
import { type Ask, CoreMark, Empty, WhyButton } from "./panel";

/** The source is left out where the editor has it. */
export function CodePanel({ client, view, written, onWhy }: { client: Client; view: View; written: boolean; onWhy: Ask }) {
  const code = view.code?.find((c) => c.core === view.core);
  const core = view.cores.find((c) => c.id === view.core);
  const executed = view.pipeline?.find((p) => p.core === view.core)?.instructions.at(-1);
  const subject = executed ? `${executed.text} took ${executed.cycles} cycles` : "";
  return (
    <section class="panel code" aria-labelledby="code-title">
      <h2 id="code-title">
        {core?.name} <span class="quiet">{core && where(core.pc)}</span>
      </h2>
      <p class="executed">
        {executed ? (
          <>
            <span class="quiet">last:</span> <code>{executed.text}</code> {executed.cycles} {executed.cycles === 1 ? "cycle" : "cycles"}
            {executed.stalls.map((s) => (
              <span key={s.cause} class="stall">{s.cycles} {s.reason} <WhyButton subject={subject} id={s.why} onWhy={onWhy} /></span>
            ))}
          </>
        ) : <span class="quiet">Step, and the last instruction stands here with what it waited for.</span>}
      </p>
      {code ? (
        <div class={code.source?.lines.length && !written ? "two" : "one"}>
          {code.source && code.source.lines.length > 0 && !written && <Source client={client} view={view} source={code.source} />}
          <Disassembly client={client} code={code} pc={core?.pc.at} />
        </div>
      ) : <Empty>No code is shown of this core.</Empty>}
      {code?.source && !code.source.lines.length && (
        <p class="quiet note">{baseName(code.source.file)}:{code.source.line} is not at hand. Drop it beside the ELF file to see it here.</p>
      )}
    </section>
  );
}

/** Keeps the current row of a list in its middle, without moving the page. */
function useCentred(row: unknown) {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const box = list.current;
    const now = box?.querySelector<HTMLElement>("[aria-current]");
    // The list is what its rows' offsets are measured from.
    if (box && now) box.scrollTop = now.offsetTop - box.clientHeight * 0.4;
  }, [row]);
  return list;
}

/** Arrows move among the breakpoint buttons of a list, of which the tab key finds one. */
function arrows(event: KeyboardEvent) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const list = event.currentTarget as HTMLElement;
  const all = [...list.querySelectorAll<HTMLElement>("button.dot")];
  const at = all.indexOf(document.activeElement as HTMLElement);
  if (!step || at < 0) return;
  event.preventDefault();
  all[at + step]?.focus();
}

function Source({ client, view, source }: { client: Client; view: View; source: NonNullable<Code["source"]> }) {
  const name = baseName(source.file);
  const list = useCentred(`${source.file}:${source.line}`);
  const broken = new Set(view.breakpoints.filter((b) => b.file === source.file).map((b) => b.line));
  return (
    <div class="listing source">
      <h3>{name}</h3>
      <ol ref={list} onKeyDown={arrows} aria-label={`Source ${name}`}>
        {source.lines.map((l) => {
          const set = broken.has(l.number);
          return (
            <li key={l.number} aria-current={l.current ? "step" : undefined}>
              <button
                type="button" class="dot" aria-pressed={set} tabIndex={l.current ? 0 : -1} aria-label={`Breakpoint at line ${l.number}`}
                onClick={() => client.do({ do: set ? "unbreak" : "break", place: `${name}:${l.number}` })}
              />
              <span class="number">{l.number}</span>
              <code>{l.text || " "}</code>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function Disassembly({ client, code, pc }: { client: Client; code: Code; pc?: number }) {
  const list = useCentred(pc);
  return (
    <div class="listing disassembly">
      <h3>Disassembly</h3>
      <ol ref={list} onKeyDown={arrows} aria-label="Disassembly">
        {code.instructions.map((i) => {
          const current = i.place.at === pc;
          return (
            <li key={i.place.at} aria-current={current ? "step" : undefined}>
              {i.place.function && i.place.offset === 0 && <span class="label">{i.place.function}:</span>}
              <span class="row">
                <button
                  type="button" class="dot" aria-pressed={i.breakpoint} tabIndex={current ? 0 : -1} aria-label={`Breakpoint at 0x${hex(i.place.at)}`}
                  onClick={() => client.do({ do: i.breakpoint ? "unbreak" : "break", place: `0x${hex(i.place.at)}` })}
                />
                <span class="number">{hex(i.place.at)}</span>
                <code>{i.text}</code>
                <span class="marks">{i.cores.map((c) => <CoreMark key={c} id={c} />)}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
