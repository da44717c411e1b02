// Programs that are written in the page: kept in this browser, and carried by links.

import type { GivenFile } from "./protocol";
import type { Lesson } from "./view";

/** A program that is being written. */
export interface Writing {
  /** Each opening is another one. */
  id: number;
  board: string;
  /** The text that the editor begins with; the board's own program if there is none. */
  text?: string;
  lesson?: Lesson;
  /** It came by a link: what this browser keeps stays as it is. */
  carried: boolean;
}

/** Bytes of a program in a link, and characters of its part of the link. */
export const LONGEST = 65_536;
export const LONGEST_LINK = 24_000;

/** What a program's file is called on its board: never as an image of its lesson, which has its folder. */
export const nameOf = (writing: Writing) => writing.lesson?.program?.name.split("/").pop() ?? "program.s";

/** A program's file. */
export const fileOf = (writing: Writing, text: string): GivenFile => ({ name: nameOf(writing), bytes: new TextEncoder().encode(text) });

const key = (writing: Writing) => `trueboard-program-${writing.lesson ? `lesson-${writing.lesson.name}` : writing.board}`;

// Where the browser keeps nothing, the tab does.
const kept = new Map<string, string>();

/** The text that was written before. */
export function draft(writing: Writing): string | undefined {
  try {
    return localStorage.getItem(key(writing)) ?? undefined;
  } catch {
    return kept.get(key(writing));
  }
}

/** Keeps a text; none is left of one that is as it was at first. */
export function keep(writing: Writing, text: string, beginning: string) {
  if (writing.carried) return;
  try {
    if (text === beginning) localStorage.removeItem(key(writing));
    else localStorage.setItem(key(writing), text);
  } catch {
    kept.set(key(writing), text);
  }
}

/** A text as a part of a link: compressed, in the characters of base64url. */
export async function packed(text: string): Promise<string> {
  const source = new TextEncoder().encode(text);
  const stream = new Blob([source]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  const part = btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  if (source.length > LONGEST || part.length > LONGEST_LINK) {
    throw new Error(`this program is too long for a link: ${LONGEST} bytes of text and ${LONGEST_LINK} characters of link are the most; send it as a file`);
  }
  return part;
}

/** The text of a part of a link. */
export async function unpacked(part: string): Promise<string> {
  const damaged = (why: string) => new Error(`the program in this link cannot be read: ${why}; ask for the link again`);
  if (!/^[\w-]+$/.test(part)) throw damaged("it has characters that no such link has");
  if (part.length > LONGEST_LINK) throw damaged(`it is longer than ${LONGEST_LINK} characters`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  let text: string;
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    // Few bytes can stand for many.
    for (let next = await reader.read(); !next.done && length <= LONGEST; next = await reader.read()) {
      chunks.push(next.value);
      length += next.value.length;
    }
    if (length > LONGEST) await reader.cancel();
    const whole = new Uint8Array(length);
    chunks.reduce((at, chunk) => (whole.set(chunk, at), at + chunk.length), 0);
    text = new TextDecoder("utf-8", { fatal: true }).decode(whole);
  } catch {
    throw damaged("it was cut off or changed");
  }
  if (length > LONGEST) throw damaged(`its text is longer than ${LONGEST} bytes`);
  return text;
}
