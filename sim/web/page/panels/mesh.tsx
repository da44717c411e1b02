import { grouped, where, words } from "../format";
import { Empty, type InstrumentProps } from "./panel";

export function MeshPanel({ client, view }: InstrumentProps) {
  const mesh = view.mesh;
  if (!mesh) return <Empty>This board has no mesh.</Empty>;
  const traffic = (node: { traffic: [string, number][] }) => node.traffic.reduce((sum, [, n]) => sum + n, 0);
  const most = Math.max(1, ...mesh.nodes.map(traffic));
  return (
    <div class="mesh">
      <div class="nodes" style={{ gridTemplateColumns: `repeat(${mesh.columns}, minmax(4.5rem, 1fr))` }} role="group" aria-label="eCores of the mesh">
        {mesh.nodes.map((n) => {
          const core = view.cores.find((c) => c.id === n.core);
          return (
            <button
              key={n.core} type="button" aria-pressed={n.core === view.core} class={`node ${n.state}`}
              style={{ gridRow: n.row + 1, gridColumn: n.column + 1, "--heat": `${Math.round((60 * traffic(n)) / most)}%` }}
              title={n.traffic.map(([name, value]) => `${words(name)} ${value}`).join("\n")}
              onClick={() => client.do({ do: "choose", core: n.core })}
            >
              <b>{n.row},{n.column}</b>
              <span>{core ? where(core.pc) : ""}</span>
              <span class="quiet">{n.state}{traffic(n) ? `, ${grouped(traffic(n))}` : ""}</span>
            </button>
          );
        })}
      </div>
      <table>
        <thead><tr><th>part</th><th>meter</th><th class="n">value</th></tr></thead>
        <tbody>
          {mesh.meters.flatMap(([part, meters]) => meters.map(([name, value]) => (
            <tr key={`${part}.${name}`}><th scope="row">{part}</th><td>{words(name)}</td><td class="n">{grouped(value)}</td></tr>
          )))}
        </tbody>
      </table>
    </div>
  );
}
