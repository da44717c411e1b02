import { hex, line } from "../format";
import type { Executed, Stage } from "../view";
import { CoreMark, Empty, type InstrumentProps, WhyButton } from "./panel";

/** Stages of an instruction, in their order. */
const STAGES: [Stage, string][] = [
  ["fetch", "waits for its fetch"],
  ["operands", "waits for operands or a unit"],
  ["issue", "issues"],
  ["memory", "waits for memory"],
  ["end", "delays the next one"],
];

/** Cycles that lanes show. */
const shown = 48;

/** Cycles of an instruction on the axis that all lanes of a core have. */
function Lane({ executed, from, cycles }: { executed: Executed; from: number; cycles: number }) {
  let at = executed.begins;
  const parts = executed.lane.map((passed) => {
    const begin = Math.max(at, from);
    at += passed.cycles;
    const end = Math.min(at, from + cycles);
    return { ...passed, begin: begin - from, width: end - begin };
  });
  const text = executed.lane.map((p) => `${p.cause.replaceAll("_", " ")} ${p.cycles}`).join(", ");
  return (
    <svg viewBox={`0 0 ${cycles} 1`} preserveAspectRatio="none" role="img" aria-label={text}>
      {parts.filter((p) => p.width > 0).map((p, i) => (
        <rect key={i} class={`stage ${p.stage}`} x={p.begin} y={0} width={p.width} height={1}><title>{p.cause.replaceAll("_", " ")}: {p.cycles}</title></rect>
      ))}
    </svg>
  );
}

export function Pipelines({ view, onWhy }: InstrumentProps) {
  const all = (view.pipeline ?? []).filter((p) => p.instructions.length);
  // The chosen core first: where there are many, the others are below.
  const ordered = [...all].sort((a, b) => Number(b.core === view.core) - Number(a.core === view.core));
  if (!ordered.length) return <Empty>Step, and the last instructions stand here with their cycles.</Empty>;
  return (
    <div class="pipelines">
      <p class="stages" role="note">
        {STAGES.map(([stage, text]) => <span key={stage}><i class={`stage ${stage}`} /> {text}</span>)}
      </p>
      {ordered.map((p) => {
        const end = Math.max(...p.instructions.map((e) => e.begins + e.cycles));
        return (
          <table key={p.core}>
            <caption><CoreMark id={p.core} /> the last {p.instructions.length} instructions</caption>
            <thead><tr><th class="n">address</th><th>instruction</th><th class="n">cycles</th><th>the last {Math.min(shown, end)} cycles</th><th>waited for</th></tr></thead>
            <tbody>
              {[...p.instructions].reverse().map((e, i) => (
                <tr key={`${e.tick}-${i}`} class={e.fate === "trapped" ? "trapped" : ""}>
                  <td class="n" title={line(e.place)}>{hex(e.place.at)}</td>
                  <td><code>{e.text}</code>{e.fate !== "completed" && <span class="quiet"> {e.fate}</span>}</td>
                  <td class="n">
                    {e.cycles}
                  </td>
                  <td class="lane"><Lane executed={e} from={Math.max(0, end - shown)} cycles={Math.min(shown, end)} /></td>
                  <td>
                    {e.stalls.map((s) => (
                      <span key={s.cause} class="stall">{s.cycles} {s.reason} <WhyButton subject={`${e.text}: ${s.cycles} cycles, ${s.reason}`} id={s.why} onWhy={onWhy} /></span>
                    ))}
                    {e.access && (
                      <span class="quiet access">
                        {e.access.store ? "store" : "load"} 0x{hex(e.access.at)}{e.access.device ? " device" : ""}{e.access.missed ? " missed " : ""}
                        {e.access.missed && <WhyButton subject={`${e.text} missed`} id={e.access.why} onWhy={onWhy} />}
                      </span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        );
      })}
    </div>
  );
}
