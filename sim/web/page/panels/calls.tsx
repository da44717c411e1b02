import { hex, line, where } from "../format";
import type { View } from "../view";
import { Empty, Panel } from "./panel";

export function Calls({ view }: { view: View }) {
  const calls = view.calls ?? [];
  return (
    <Panel title="Calls" note={`core ${view.core}`} name="calls">
      {calls.length ? (
        <ol>
          {calls.map((c, i) => (
            <li key={i}><b>{where(c)}</b> <span class="quiet">{line(c) || `0x${hex(c.at)}`}</span></li>
          ))}
        </ol>
      ) : <Empty>This core has no stack of calls yet.</Empty>}
    </Panel>
  );
}
