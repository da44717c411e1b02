import type { RefObject } from "preact";

export const KEYS: [string, string][] = [
  ["r", "run, or pause"],
  ["s", "step one instruction"],
  ["n", "step to the next source line"],
  ["o", "step over a call"],
  ["u", "step out of the function"],
  ["b", "step back one instruction"],
  ["g", "go to a place"],
  ["w", "why did the last instruction take so long?"],
  ["1 to 9", "choose a core"],
  ["?", "this help"],
];

export function Help({ dialog, version }: { dialog: RefObject<HTMLDialogElement | null>; version?: string }) {
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title">
      <h2 id="help-title">Keys</h2>
      <dl class="keys">
        {KEYS.map(([key, does]) => (
          <div key={key}><dt><kbd>{key}</kbd></dt><dd>{does}</dd></div>
        ))}
      </dl>
      <p>
        Everything runs in this tab. Files that you open do not leave it. All that is shown is simulated, cycle by
        cycle: a press of <b>why?</b> says which rule made it so.
      </p>
      <p class="quiet">Trueboard {version}</p>
      <form method="dialog"><button class="primary">Close</button></form>
    </dialog>
  );
}
