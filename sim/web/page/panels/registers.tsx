import { hex } from "../format";
import type { View } from "../view";
import { Panel } from "./panel";

export function Registers({ view }: { view: View }) {
  return (
    <Panel title="Registers" note={`core ${view.core}`} name="registers">
      <dl>
        {(view.registers ?? []).map((r) => (
          <div key={r.name} class={r.changed ? "changed" : ""}>
            <dt>{r.name}</dt>
            <dd>{hex(r.value, Math.ceil(r.bits / 4))}{r.changed && <span class="visually-hidden"> changed</span>}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
