import { grouped, words } from "../format";
import { Chart } from "./chart";
import { Empty, type InstrumentProps } from "./panel";

export function PowerPanel({ view }: InstrumentProps) {
  const power = view.power;
  if (!power) return <Empty>This board has no model of power.</Empty>;
  const at = (tick: number) => tick / view.time.hz;
  const total = power.components_uj.reduce((sum, [, uj]) => sum + uj, 0);
  const components = [...power.components_uj].sort((a, b) => b[1] - a[1]);
  return (
    <div class="power">
      <p>
        <b>{power.mean_mw.toFixed(1)} mW</b> on average, <b>{grouped(Math.round(power.energy_uj))} µJ</b>, die <b>{power.die_c.toFixed(2)} °C</b>
      </p>
      {power.points.length > 1 ? (
        <div class="charts">
          <Chart title="Power" unit="mW" zero points={power.points.map((p) => ({ t: at(p.tick), v: p.mw }))} />
          <Chart title="Die" unit="°C" points={power.points.map((p) => ({ t: at(p.tick), v: p.die_c }))} />
        </div>
      ) : <Empty>Run for a while, and power and temperature are drawn here.</Empty>}
      {total > 0 && (
        <table>
          <thead><tr><th>component</th><th class="n">energy, µJ</th><th>share</th></tr></thead>
          <tbody>
            {components.map(([name, uj]) => (
              <tr key={name}>
                <th scope="row">{words(name)}</th>
                <td class="n">{uj.toFixed(1)}</td>
                <td class="meter"><i style={{ width: `${(100 * uj) / total}%` }} /><span>{((100 * uj) / total).toFixed(1)} %</span></td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
