import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { Client } from "../lab";
import type { View } from "../view";

export type Ask = (subject: string, id: string) => void;

/** What an instrument gets. */
export interface InstrumentProps {
  client: Client;
  view: View;
  onWhy: Ask;
}

/** A region with a title. */
export function Panel({ title, note, name, children }: { title: string; note?: string; name: string; children: ComponentChildren }) {
  const id = useId();
  return (
    <section class={`panel ${name}`} aria-labelledby={id}>
      <h2 id={id}>{title}{note && <span class="quiet"> {note}</span>}</h2>
      <div class="body">{children}</div>
    </section>
  );
}

/** A question about something shown. */
export function WhyButton({ subject, id, onWhy }: { subject: string; id?: string; onWhy: Ask }) {
  if (!id) return null;
  return <button type="button" class="why-button" aria-label={`Why? ${subject}`} onClick={() => onWhy(subject, id)}>why?</button>;
}

/** The colour of a core, for marks. */
export const colour = (core: number) => `core c${core % 8}`;

export const CoreMark = ({ id }: { id: number }) => <span class={colour(id)} title={`core ${id}`}>{id}</span>;

export const Empty = ({ children }: { children: ComponentChildren }) => <p class="empty">{children}</p>;
