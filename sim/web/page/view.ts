// What the lab answers: the JSON of `sim/lab/src/view`.

export interface Place {
  at: number;
  function?: string;
  offset: number;
  file?: string;
  line?: number;
}

export interface Time {
  tick: number;
  hz: number;
  seconds: number;
  cycle: number;
  recorded: boolean;
  not_recorded?: string;
  earliest: number;
  latest: number;
}

export interface Stop {
  kind: "begin" | "piece" | "breakpoint" | "watchpoint" | "stepped" | "there" | "ended" | "earliest";
  core: number | null;
  text: string;
}

export interface Core {
  id: number;
  name: string;
  kind: string;
  state: "running" | "idle" | "held" | "error" | "hung" | "exited";
  pc: Place;
  instruction: string;
  cycles: number;
  instructions: number;
  cpi: number | null;
}

export interface Instruction {
  place: Place;
  bytes: string;
  text: string;
  cores: number[];
  breakpoint: boolean;
}

export interface SourceLine {
  number: number;
  text: string;
  current: boolean;
}

export interface Code {
  core: number;
  instructions: Instruction[];
  source: { file: string; line: number; lines: SourceLine[] } | null;
}

export interface Register {
  name: string;
  value: number;
  bits: number;
  changed: boolean;
}

export interface Stall {
  cause: string;
  cycles: number;
  reason: string;
  why: string;
}

export interface Executed {
  place: Place;
  text: string;
  tick: number;
  cycles: number;
  fate: "completed" | "annulled" | "trapped" | "interrupted" | "begun";
  stalls: Stall[];
  access: { at: number; bytes: number; store: boolean; device: boolean; missed: boolean; why?: string } | null;
}

export interface Cache {
  name: string;
  core: number | null;
  sets: number;
  ways: number;
  line_bytes: number;
  rows: {
    set: number;
    ways: { at: number | null; dirty: boolean; object: string | null }[];
    evicted: { at: number; core: number; by: Place; why: string } | null;
  }[];
  lines: number;
  hits: number | null;
  misses: number | null;
}

export interface Bus {
  name: string;
  cycles: number;
  masters: { id: number; name: string; used: number; waited: number; waited_for: number[] }[];
  waits: { core: number; owner: number; cycles: number; tick: number; place: Place; why: string }[];
}

export interface Counter {
  device: string;
  register: string;
  event: string;
  core: number | null;
  reader: number;
  place: Place;
  tick: number;
  shown: number;
  truth: number | null;
  verdict: string;
  causes: string[];
  why: string;
}

export interface PowerPoint {
  tick: number;
  mw: number;
  die_c: number;
}

export interface Power {
  mean_mw: number;
  energy_uj: number;
  die_c: number;
  components_uj: [string, number][];
  points: PowerPoint[];
}

export interface Mesh {
  rows: number;
  columns: number;
  nodes: { core: number; row: number; column: number; state: string; traffic: [string, number][] }[];
  meters: [string, [string, number][]][];
}

export interface Meters {
  core: number;
  values: [string, number][];
  stack: [string, number][];
}

/** All that is shown; parts that were not asked for are missing. */
export interface View {
  board: string;
  time: Time;
  stop: Stop;
  outcome?: { kind: string; detail: string; status: number | null };
  core: number;
  cores: Core[];
  breakpoints: Place[];
  watchpoints: { at: number; bytes: number; reads: boolean }[];
  code?: Code[];
  registers?: Register[];
  pipeline?: { core: number; instructions: Executed[] }[];
  caches?: Cache[];
  buses?: Bus[];
  counters?: Counter[];
  power?: Power;
  console?: string;
  calls?: Place[];
  mesh?: Mesh;
  warnings?: string[];
  meters?: Meters[];
}

export type Panel =
  | "code" | "registers" | "pipeline" | "caches" | "buses" | "counters" | "power" | "console" | "calls" | "mesh"
  | "warnings" | "meters";

export type Command =
  | { do: "run"; cycles?: number }
  | { do: "run_to"; place: string; cycles?: number }
  | { do: "step" | "step_back"; core?: number; count?: number }
  | { do: "step_line" | "step_over" | "step_out"; core?: number }
  | { do: "run_back"; place?: string }
  | { do: "last_write"; place: string; bytes?: number }
  | { do: "break" | "unbreak" | "unwatch"; place: string }
  | { do: "watch"; place: string; bytes?: number; reads?: boolean }
  | { do: "go_to"; tick?: number; cycle?: number }
  | { do: "choose"; core: number }
  | { do: "type"; text: string }
  | { do: "patch"; place: string; value: string; bytes?: number }
  | { do: "reset" };

export interface Request {
  command?: Command;
  show?: Panel[];
  why?: string;
}

export interface Answer {
  error?: string;
  why?: string[];
  view: View;
}

export interface Setup {
  board?: string;
  sets?: string[];
  images?: { name: string; cores?: number[] }[];
  start?: number[];
  pokes?: string[];
  stdin?: string;
}

export interface About {
  version: string;
  boards: { name: string; title: string }[];
}

export interface Lesson {
  name: string;
  title: string;
  about: string;
  board: string;
  text: string;
  change: string;
  variants: string[];
  files: string[];
  tasks: { title: string; text: string; questions: { name: string; ask: string }[] }[];
}

/** What a student has changed and answered. */
export interface Attempt {
  set?: string[];
  poke?: string[];
  variant?: string;
  answers?: Record<string, string>;
}

export interface Grade {
  error?: string;
  lesson: string;
  passed: boolean;
  points: number;
  of: number;
  tasks: { title: string; passed: boolean; checks: { passed: boolean; found: string; look_at?: string }[] }[];
}
