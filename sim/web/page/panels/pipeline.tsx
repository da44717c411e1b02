import { hex, line } from "../format";
import { CoreMark, Empty, type InstrumentProps, WhyButton } from "./panel";

export function Pipelines({ view, onWhy }: InstrumentProps) {
  const all = (view.pipeline ?? []).filter((p) => p.instructions.length);
  // The chosen core first: where there are many, the others are below.
  const ordered = [...all].sort((a, b) => Number(b.core === view.core) - Number(a.core === view.core));
  if (!ordered.length) return <Empty>Step, and the last instructions stand here with their cycles.</Empty>;
  return (
    <div class="pipelines">
      {ordered.map((p) => (
        <table key={p.core}>
          <caption><CoreMark id={p.core} /> the last {p.instructions.length} instructions</caption>
          <thead><tr><th class="n">address</th><th>instruction</th><th>cycles</th><th>waited for</th></tr></thead>
          <tbody>
            {[...p.instructions].reverse().map((e, i) => (
              <tr key={`${e.tick}-${i}`} class={e.fate === "trapped" ? "trapped" : ""}>
                <td class="n" title={line(e.place)}>{hex(e.place.at)}</td>
                <td><code>{e.text}</code>{e.fate !== "completed" && <span class="quiet"> {e.fate}</span>}</td>
                <td>
                  <span class="bar" aria-hidden="true">
                    {Array.from({ length: Math.min(e.cycles, 24) }, (_, n) => <i key={n} class={n === 0 ? "" : "lost"} />)}
                  </span>
                  {e.cycles}
                </td>
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
      ))}
    </div>
  );
}
