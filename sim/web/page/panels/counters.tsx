import { grouped, line, where, words } from "../format";
import { Empty, type InstrumentProps, WhyButton } from "./panel";

const VERDICTS: Record<string, string> = { exact: "✓ exact", explained: "≈ explained", wrong: "✗ wrong", not_judged: "– not judged" };

export function Counters({ view, onWhy }: InstrumentProps) {
  const counters = view.counters ?? [];
  if (!counters.length) return <Empty>The firmware has read no counter yet. What it reads stands here, beside what happened.</Empty>;
  return (
    <table>
      <caption class="visually-hidden">Counters as the firmware has read them, beside the truth</caption>
      <thead>
        <tr><th>Counter</th><th>counts</th><th>of</th><th class="n">firmware saw</th><th class="n">truth</th><th class="n">difference</th><th>verdict</th><th>read at</th><th><span class="visually-hidden">Why</span></th></tr>
      </thead>
      <tbody>
        {[...counters].reverse().map((c, i) => (
          <tr key={`${c.tick}-${c.register}-${i}`}>
            <th scope="row">{c.device} {c.register}</th>
            <td>{words(c.event)}</td>
            <td>{c.core ?? ""}</td>
            <td class="n">{grouped(c.shown)}</td>
            <td class="n">{c.truth === null ? "" : grouped(c.truth)}</td>
            <td class="n">{c.truth === null || c.truth === c.shown ? "" : `${c.shown > c.truth ? "+" : "−"}${grouped(Math.abs(c.shown - c.truth))}`}</td>
            <td><span class={`verdict ${c.verdict}`}>{VERDICTS[c.verdict] ?? words(c.verdict)}</span>{c.causes.length > 0 && <span class="quiet"> {c.causes.map(words).join(", ")}</span>}</td>
            <td><span>{where(c.place)}</span> <span class="quiet">{line(c.place)}</span></td>
            <td><WhyButton subject={`${c.device} ${c.register}: the firmware saw ${c.shown}`} id={c.why} onWhy={onWhy} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
