import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Empty, type InstrumentProps } from "./panel";

export function Console({ client, view }: InstrumentProps) {
  const box = useRef<HTMLPreElement>(null);
  const [text, setText] = useState("");
  const shown = view.console ?? "";
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [shown]);
  return (
    <div class="console">
      {view.warnings?.map((w) => <p key={w} class="warning">{w}</p>)}
      {shown ? <pre ref={box} tabIndex={0} aria-label="What the firmware printed">{shown}</pre> : <Empty>Nothing is printed yet.</Empty>}
      <form
        onSubmit={(e) => {
          e.preventDefault();
          client.do({ do: "type", text: `${text}\n` });
          setText("");
        }}
      >
        <label>Type a line <input value={text} onInput={(e) => setText(e.currentTarget.value)} autocomplete="off" spellcheck={false} /></label>
        <button type="submit">Send</button>
      </form>
    </div>
  );
}
