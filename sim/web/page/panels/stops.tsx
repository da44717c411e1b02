import { hex, line, where } from "../format";
import type { Client } from "../lab";
import type { View } from "../view";
import { Empty, Panel } from "./panel";

export function Stops({ client, view }: { client: Client; view: View }) {
  const none = !view.breakpoints.length && !view.watchpoints.length;
  return (
    <Panel title="Stops" name="stops">
      {none && <Empty>Press the dot beside a line, or choose <i>Break at</i> or <i>Watch</i> above.</Empty>}
      <ul>
        {view.breakpoints.map((b) => (
          <li key={`b${b.at}`}>
            <span>break at <b>{where(b)}</b> <span class="quiet">{line(b)}</span></span>
            <button type="button" aria-label={`Remove the breakpoint at ${where(b)}`} onClick={() => client.do({ do: "unbreak", place: `0x${hex(b.at)}` })}>×</button>
          </li>
        ))}
        {view.watchpoints.map((w) => (
          <li key={`w${w.at}`}>
            <span>watch <b>0x{hex(w.at)}</b> <span class="quiet">{w.bytes} bytes</span></span>
            <button type="button" aria-label={`Remove the watchpoint at 0x${hex(w.at)}`} onClick={() => client.do({ do: "unwatch", place: `0x${hex(w.at)}` })}>×</button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
