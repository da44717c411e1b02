import type { ComponentChildren } from "preact";

interface Props {
  label: string;
  tabs: { name: string; title: string }[];
  chosen: string;
  onChoose(name: string): void;
  children: ComponentChildren;
}

/** Tabs as the ARIA practices have them: one stop of the tab key, arrows among them. */
export function Tabs({ label, tabs, chosen, onChoose, children }: Props) {
  const go = (event: KeyboardEvent) => {
    const at = tabs.findIndex((t) => t.name === chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length]!;
    onChoose(next.name);
    document.getElementById(`tab-${next.name}`)?.focus();
  };
  return (
    <section class="panel tabs" aria-label={label}>
      <div role="tablist" aria-label={label} onKeyDown={go}>
        {tabs.map((t) => (
          <button
            key={t.name} type="button" role="tab" id={`tab-${t.name}`} aria-controls="tab-panel"
            aria-selected={t.name === chosen} tabIndex={t.name === chosen ? 0 : -1} onClick={() => onChoose(t.name)}
          >{t.title}</button>
        ))}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${chosen}`} class="body" tabIndex={0}>{children}</div>
    </section>
  );
}
