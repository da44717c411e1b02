// A link that holds what is open: `#board=gr740&image=lu&time=2500000`, or `#board=gr740&asm=…`.

export interface Link {
  board?: string;
  image?: string;
  /** Base ticks. */
  time?: number;
  /** A place to which the run goes, if there is no time. */
  to?: string;
  core?: number;
  lesson?: string;
  /** A program, as `program.ts` packs it. */
  asm?: string;
  /** A program that the server of the page hands out: `trueboard lab --web app.elf`. */
  given?: string;
  tab?: string;
  /** Without the page's own head, for a frame in another page. */
  embed: boolean;
}

export function parse(hash: string): Link {
  const all = new URLSearchParams(hash.replace(/^#/, ""));
  const number = (name: string) => {
    const text = all.get(name);
    return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  };
  const text = (name: string) => all.get(name) || undefined;
  return {
    board: text("board"),
    image: text("image"),
    time: number("time"),
    to: text("to"),
    core: number("core"),
    lesson: text("lesson"),
    asm: text("asm"),
    given: text("given"),
    tab: text("tab"),
    embed: all.has("embed"),
  };
}

export function write(link: Link): string {
  const all = new URLSearchParams();
  for (const name of ["board", "image", "time", "to", "core", "lesson", "asm", "tab"] as const) {
    const value = link[name];
    if (value !== undefined) all.set(name, String(value));
  }
  return `#${all}${link.embed ? "&embed" : ""}`;
}
