import { words } from "../format";
import type { View } from "../view";
import { type Ask, Empty, Panel, WhyButton } from "./panel";

/** What cost the chosen core most in its last instruction that stalled. */
export function worstStall(view: View) {
  const executed = view.pipeline?.find((p) => p.core === view.core)?.instructions ?? [];
  for (const e of [...executed].reverse()) {
    const [worst] = [...e.stalls].sort((a, b) => b.cycles - a.cycles);
    if (worst) return { subject: `${e.text}: ${worst.cycles} cycles, ${words(worst.cause)}`, why: worst.why };
  }
  return undefined;
}

export function Why({ why, view, onWhy }: { why?: { subject: string; sentences: string[] }; view: View; onWhy: Ask }) {
  const stall = worstStall(view);
  return (
    <Panel title="Why?" name="why">
      <div aria-live="polite" class="answer">
        {why ? (
          <>
            <p class="subject">{why.subject}</p>
            {why.sentences.map((s, i) => <p key={i}>{s}</p>)}
          </>
        ) : (
          <Empty>Every stall, miss, wait and counter has a <b>why?</b> beside it. Its answer comes here.</Empty>
        )}
      </div>
      {stall && (
        <p class="last"><span class="quiet">last stall:</span> {stall.subject} <WhyButton subject={stall.subject} id={stall.why} onWhy={onWhy} /></p>
      )}
    </Panel>
  );
}
