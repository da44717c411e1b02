// Images that the page offers, and files that somebody brings.

import type { Opening } from "./lab";
import type { GivenFile } from "./protocol";
import { fileOf, type Writing } from "./program";
import type { Attempt, Lesson } from "./view";
import list from "./images.json";

export interface Offered {
  board: string;
  name: string;
  title: string;
  text: string;
  /** Each core runs a copy of its own. */
  every?: boolean;
}

export const offered: Offered[] = list;

export const find = (board: string | undefined, name: string) =>
  offered.find((o) => o.name === name && (!board || o.board === board));

async function fetched(path: string): Promise<Response> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.statusText}; load the page again`);
  return response;
}

let texts: Promise<Record<string, string>> | undefined;

/** The sources that a list of names is about. */
async function sources(list: string): Promise<GivenFile[]> {
  const names = fetched(list).then((r) => r.json() as Promise<string[]>);
  texts ??= fetched("sources.json").then((r) => r.json() as Promise<Record<string, string>>);
  // Where it could not be loaded, the next image asks again.
  texts.catch(() => (texts = undefined));
  const [wanted, all] = await Promise.all([names, texts]);
  return wanted.map((name) => ({ name, bytes: new TextEncoder().encode(all[name] ?? "") }));
}

/** What opens an offered image, loaded. */
export async function load(image: Offered): Promise<Opening> {
  const base = `images/${image.board}/${image.name}`;
  const [elf, texts] = await Promise.all([
    fetched(`${base}.elf`).then((r) => r.arrayBuffer()),
    sources(`${base}.sources.json`),
  ]);
  const name = `${image.name}.elf`;
  return {
    what: { setup: { board: image.board, images: [{ name }] }, every: image.every },
    files: [{ name, bytes: new Uint8Array(elf) }],
    sources: texts,
    title: image.title,
    image: image.name,
  };
}

/** The images of a lesson that are not in the module. */
export const filesOf = (lesson: Lesson): Promise<GivenFile[]> =>
  Promise.all(lesson.files.map(async (name) => {
    const elf = await fetched(`images/${name}`);
    return { name, bytes: new Uint8Array(await elf.arrayBuffer()) };
  }));

/** What opens a lesson, loaded: its images, the sources of all of them, and a program of the student's own. */
export async function loadLesson(lesson: Lesson, attempt: Attempt, program: GivenFile[] = []): Promise<Opening> {
  return {
    what: { lesson: { name: lesson.name, attempt } },
    files: [...await filesOf(lesson), ...program],
    sources: await sources(`lessons/${lesson.name}.sources.json`),
    title: lesson.title,
    lesson,
  };
}

/** What opens a program that was written here, alone or in its lesson. */
export async function written(writing: Writing, program: string, attempt: Attempt): Promise<Opening> {
  const file = fileOf(writing, program);
  if (writing.lesson) {
    const lesson = await loadLesson(writing.lesson, { ...attempt, image: file.name }, [file]);
    return { ...lesson, sources: [...lesson.sources, file], writing, program };
  }
  return {
    what: { setup: { board: writing.board, images: [{ name: file.name, cores: [0] }] } },
    files: [file],
    sources: [file],
    title: "Your program",
    writing,
    program,
  };
}

/** What opens files that somebody brings: programs, and sources of them. */
export async function own(files: Iterable<File>, board: string, every: boolean): Promise<Opening> {
  const programs: GivenFile[] = [];
  const sources: GivenFile[] = [];
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = /\.(c|h|s|cc|cpp|cxx|hpp|inc|rs|adb|ads)$/i.test(file.name);
    (text ? sources : programs).push({ name: file.name, bytes });
  }
  if (!programs.length) throw new Error("no program is among these files; add the ELF file that the linker has made");
  return {
    what: { setup: { board, images: programs.map((p, i) => ({ name: p.name, cores: [i] })) }, every },
    files: programs,
    sources,
    title: programs.map((p) => p.name).join(", "),
  };
}

/** A program that the server of the page hands out. */
export async function given(name: string): Promise<File> {
  const response = await fetched(`given/${encodeURIComponent(name)}`);
  return new File([await response.arrayBuffer()], name);
}
