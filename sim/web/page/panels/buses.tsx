import { grouped, where } from "../format";
import { colour, CoreMark, Empty, type InstrumentProps, WhyButton } from "./panel";

export function Buses({ view, onWhy }: InstrumentProps) {
  const buses = view.buses ?? [];
  if (!buses.length) return <Empty>Nothing has used a bus yet.</Empty>;
  const name = (id: number, masters: { id: number; name: string }[]) => masters.find((m) => m.id === id)?.name ?? `master ${id}`;
  return (
    <div class="buses">
      {buses.map((bus) => {
        const used = bus.masters.reduce((sum, m) => sum + m.used, 0);
        return (
          <section key={bus.name} aria-label={`Bus ${bus.name}`}>
            <h3>{bus.name} <span class="quiet">used in {bus.cycles ? ((100 * used) / bus.cycles).toFixed(1) : 0} % of {grouped(bus.cycles)} cycles</span></h3>
            <div class="share" role="img" aria-label={bus.masters.map((m) => `${m.name} ${m.used} cycles`).join(", ")}>
              {bus.masters.filter((m) => m.used).map((m) => (
                <i key={m.id} class={colour(m.id)} style={{ flexGrow: m.used }} title={`${m.name}: ${m.used}`} />
              ))}
              <i class="free" style={{ flexGrow: Math.max(0, bus.cycles - used) }} />
            </div>
            <table>
              <thead><tr><th>master</th><th class="n">owned</th><th class="n">waited</th><th>waited for</th></tr></thead>
              <tbody>
                {bus.masters.map((m) => (
                  <tr key={m.id}>
                    <th scope="row"><CoreMark id={m.id} /> {m.name}</th>
                    <td class="n">{grouped(m.used)}</td>
                    <td class="n">{grouped(m.waited)}</td>
                    <td>{m.waited_for.map((n, i) => n ? `${name(i, bus.masters)} ${grouped(n)}` : "").filter(Boolean).join(", ")}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {bus.waits.length > 0 && (
              <>
                <h4>Last waits</h4>
                <ul class="waits">
                  {bus.waits.map((w, i) => (
                    <li key={i}>
                      <CoreMark id={w.core} /> waited {w.cycles} cycles for {name(w.owner, bus.masters)} at {where(w.place)}{" "}
                      <WhyButton subject={`core ${w.core} waited ${w.cycles} cycles for ${name(w.owner, bus.masters)}`} id={w.why} onWhy={onWhy} />
                    </li>
                  ))}
                </ul>
              </>
            )}
          </section>
        );
      })}
    </div>
  );
}
