import { useState } from "preact/hooks";
import { grouped, seconds } from "./format";
import type { Client, State } from "./lab";
import type { Command } from "./view";

const GOALS: Record<string, { title: string; command(place: string): Command }> = {
  run_to: { title: "Run to", command: (place) => ({ do: "run_to", place }) },
  run_back: { title: "Run back to", command: (place) => ({ do: "run_back", place }) },
  last_write: { title: "Back to last write of", command: (place) => ({ do: "last_write", place }) },
  break: { title: "Break at", command: (place) => ({ do: "break", place }) },
  watch: { title: "Watch", command: (place) => ({ do: "watch", place }) },
};

export function Transport({ client, state }: { client: Client; state: State }) {
  const view = state.view!;
  const { time } = view;
  const { running } = state;
  const core = view.core;
  const [goal, setGoal] = useState("run_to");
  const [place, setPlace] = useState("");
  const [dragging, setDragging] = useState<number | null>(null);
  const ended = view.stop.kind === "ended";
  const button = (title: string, key: string, command: Command, icon: string, disabled = false) => (
    <button
      type="button" title={`${title} (${key})`} aria-keyshortcuts={key} disabled={disabled}
      onClick={() => client.do(command)} data-do={command.do}
    ><span aria-hidden="true" class="icon">{icon}</span>{title}</button>
  );
  return (
    <section class="transport" aria-label="Run and time" data-answers={state.answers}>
      <div class="buttons" role="toolbar" aria-label="Run">
        <button
          type="button" class="primary" aria-keyshortcuts="r" title="Run or pause (r)" disabled={ended && !running} data-do="run"
          onClick={() => (running ? client.pause() : client.do({ do: "run" }))}
        ><span aria-hidden="true" class="icon">{running ? "⏸" : "▶"}</span>{running ? "Pause" : "Run"}</button>
        {button("Step", "s", { do: "step", core }, "→", ended)}
        {button("Line", "n", { do: "step_line", core }, "↓", ended)}
        {button("Over", "o", { do: "step_over", core }, "↷", ended)}
        {button("Out", "u", { do: "step_out", core }, "↥", ended)}
        {button("Back", "b", { do: "step_back", core }, "←", !time.recorded)}
        {button("Reset", "", { do: "reset" }, "↺")}
      </div>
      <form
        class="goal"
        onSubmit={(e) => {
          e.preventDefault();
          if (place.trim()) client.do(GOALS[goal]!.command(place.trim()));
        }}
      >
        <select aria-label="What to do with a place" value={goal} onChange={(e) => setGoal(e.currentTarget.value)}>
          {Object.entries(GOALS).map(([name, g]) => <option key={name} value={name}>{g.title}</option>)}
        </select>
        <input
          id="place" type="text" aria-label="Place: a symbol, FILE.c:12 or an address" placeholder="main, lu.c:120, 0x4000…"
          autocomplete="off" autocapitalize="off" spellcheck={false} value={place} onInput={(e) => setPlace(e.currentTarget.value)}
        />
        <button type="submit">Go</button>
      </form>
      <div class="time">
        <input
          type="range" aria-label="Time" min={time.earliest} max={Math.max(time.latest, time.earliest + 1)}
          value={dragging ?? time.tick} disabled={!time.recorded}
          aria-valuetext={`${seconds((dragging ?? time.tick) / time.hz)} of ${seconds(time.latest / time.hz)}`}
          onInput={(e) => setDragging(Number(e.currentTarget.value))}
          onChange={(e) => {
            setDragging(null);
            client.seek(Number(e.currentTarget.value));
          }}
        />
        <span class="now">
          <b>{seconds((dragging ?? time.tick) / time.hz)}</b>
          <span class="quiet"> {grouped(time.cycle)} cycles{state.mips ? `, ${state.mips.toFixed(0)} MIPS` : ""}</span>
        </span>
      </div>
      <p class={`stop ${view.outcome ? `outcome ${view.outcome.kind}` : ""}`} role="status" data-stop={running ? "running" : view.stop.kind}>
        {running ? "running" : state.error ? "" : view.outcome ? `the run is over: ${view.outcome.detail}` : view.stop.text}
        {!time.recorded && time.not_recorded ? ` (${time.not_recorded})` : ""}
      </p>
      {state.error && <p class="error" role="alert">{state.error}</p>}
    </section>
  );
}
