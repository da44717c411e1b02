import { grouped, line, where } from "../format";
import type { Client } from "../lab";
import type { View } from "../view";
import { CoreMark, Panel } from "./panel";

export function Cores({ client, view }: { client: Client; view: View }) {
  const many = view.cores.length > 4;
  return (
    <Panel title="Cores" name={many ? "cores many" : "cores"}>
      <ul role="radiogroup" aria-label="Chosen core">
        {view.cores.map((c) => (
          <li key={c.id}>
            <label class={c.id === view.core ? "chosen" : ""}>
              <input
                type="radio" name="core" class="visually-hidden" checked={c.id === view.core} value={c.id}
                onChange={() => client.do({ do: "choose", core: c.id })}
              />
              <CoreMark id={c.id} />
              <span class="name">{c.name}</span>
              <span class={`state ${c.state}`}>{c.state}</span>
              <span class="place">{c.state === "held" ? "" : where(c.pc)}{!many && line(c.pc) && <span class="quiet"> {line(c.pc)}</span>}</span>
              {!many && <code class="instruction">{c.state === "held" ? "" : c.instruction}</code>}
              <span class="quiet count">
                {grouped(c.instructions)} instr{c.cpi === null ? "" : `, CPI ${c.cpi.toFixed(3)}`}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
