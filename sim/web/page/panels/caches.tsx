import { useState } from "preact/hooks";
import { grouped, hex, where } from "../format";
import { CoreMark, Empty, type InstrumentProps, WhyButton } from "./panel";

export function Caches({ view, onWhy }: InstrumentProps) {
  const caches = view.caches ?? [];
  const mine = caches.filter((c) => c.core === null || c.core === view.core);
  const [chosen, choose] = useState("");
  const cache = mine.find((c) => c.name === chosen) ?? mine[0];
  if (!cache) return <Empty>This board has no caches, or none of them holds anything yet.</Empty>;
  const looked = (cache.hits ?? 0) + (cache.misses ?? 0);
  return (
    <div class="caches">
      <div class="choice" role="group" aria-label="Cache">
        {mine.map((c) => (
          <button key={c.name} type="button" aria-pressed={c === cache} onClick={() => choose(c.name)}>{c.name}</button>
        ))}
      </div>
      <p>
        {cache.sets} sets of {cache.ways} {cache.ways === 1 ? "way" : "ways"}, lines of {cache.line_bytes} bytes; {grouped(cache.lines)} of{" "}
        {grouped(cache.sets * cache.ways)} lines are there
        {looked > 0 && <>, <b>{((100 * (cache.hits ?? 0)) / looked).toFixed(1)} %</b> of {grouped(looked)} lookups hit</>}.
      </p>
      <div class="scroll">
        <table>
          <thead>
            <tr><th class="n">set</th>{Array.from({ length: cache.ways }, (_, w) => <th key={w}>way {w}</th>)}<th>left last</th></tr>
          </thead>
          <tbody>
            {cache.rows.map((row) => (
              <tr key={row.set}>
                <th scope="row" class="n">{row.set}</th>
                {row.ways.map((w, i) => (
                  <td key={i} class={w.at === null ? "way empty" : w.dirty ? "way dirty" : "way"}>
                    {w.at !== null && <><code>{hex(w.at)}</code> {w.object}{w.dirty && <span class="quiet"> dirty</span>}</>}
                  </td>
                ))}
                <td>
                  {row.evicted && (
                    <>
                      <code>{hex(row.evicted.at)}</code> by <CoreMark id={row.evicted.core} /> {where(row.evicted.by)}{" "}
                      <WhyButton subject={`${cache.name}, set ${row.set}: ${hex(row.evicted.at)} left`} id={row.evicted.why} onWhy={onWhy} />
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
