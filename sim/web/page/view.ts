// What the module sends and takes, derived from its types: VIEWS=write cargo test -p trueboard-web types

export type About = { version: string, boards: Array<Board>, };

/**
 * A load or store.
 */
export type Access = { 
/**
 * Where.
 */
at: number, 
/**
 * How many bytes.
 */
bytes: number, 
/**
 * It wrote.
 */
store: boolean, 
/**
 * It was a device register.
 */
device: boolean, 
/**
 * The first cache did not have it.
 */
missed: boolean, 
/**
 * Ask with this, if it missed.
 */
why?: string, };

/**
 * The answer.
 */
export type Answer = { 
/**
 * Why the command or the question could not be carried out: cause and remedy.
 */
error?: string, 
/**
 * The explanation: sentences, the first of which is the answer.
 */
why?: Array<string>, 
/**
 * What there is to be seen.
 */
view: View, };

/**
 * What a student hands in.
 */
export type Attempt = Partial<{ 
/**
 * Values of the board file, `path=value`.
 */
set: Array<string>, 
/**
 * Values of variables, `symbol=value`.
 */
poke: Array<string>, 
/**
 * The variant of the image.
 */
variant: string | null, 
/**
 * A file of the student's own in place of the images: a program, or a source of assembly.
 */
image: string | null, 
/**
 * Answers, by name.
 */
answers: { [key in string]: string }, }>;

export type Board = { name: string, title: string, };

/**
 * A bus.
 */
export type Bus = { 
/**
 * Its name.
 */
name: string, 
/**
 * All its cycles.
 */
cycles: number, 
/**
 * Masters that have used it.
 */
masters: Array<Master>, 
/**
 * Waits of the last instructions, the latest first.
 */
waits: Array<Wait>, };

/**
 * A cache.
 */
export type Cache = { 
/**
 * Its name.
 */
name: string, 
/**
 * The core that it belongs to; none of a shared one.
 */
core: number | null, 
/**
 * How many sets.
 */
sets: number, 
/**
 * Lines in a set.
 */
ways: number, 
/**
 * Bytes of a line.
 */
line_bytes: number, 
/**
 * The non-empty sets, or the most recently used of many.
 */
rows: Array<Set>, 
/**
 * Lines that are there, of all sets.
 */
lines: number, 
/**
 * Lookups that hit, since reset, where they are metered.
 */
hits: number | null, 
/**
 * Lookups that missed.
 */
misses: number | null, };

/**
 * What came of a check.
 */
export type Checked = { 
/**
 * It holds.
 */
passed: boolean, 
/**
 * What was found.
 */
found: string, 
/**
 * A hint, if it does not hold.
 */
look_at?: string, };

/**
 * The code around the instruction of a core.
 */
export type Code = { 
/**
 * The core.
 */
core: number, 
/**
 * Instructions around it.
 */
instructions: Array<Instruction>, 
/**
 * Lines around it, where debug information and source are at hand.
 */
source: Source | null, };

/**
 * A command. A place is an address (`0x40001234`), a symbol (`main`, `main+0x10`), or a line (`app.c:12`).
 */
export type Command = { "do": "run", 
/**
 * Cycles of the piece.
 */
cycles?: number, } | { "do": "run_to", 
/**
 * Where.
 */
place: string, 
/**
 * Cycles of the piece.
 */
cycles?: number, } | { "do": "step", 
/**
 * The chosen core if it is left out.
 */
core?: number, 
/**
 * How many.
 */
count?: number, } | { "do": "step_line", 
/**
 * The chosen core if it is left out.
 */
core?: number, } | { "do": "step_over", 
/**
 * The chosen core if it is left out.
 */
core?: number, } | { "do": "step_out", 
/**
 * The chosen core if it is left out.
 */
core?: number, } | { "do": "step_back", 
/**
 * The chosen core if it is left out.
 */
core?: number, 
/**
 * How many.
 */
count?: number, } | { "do": "run_back", 
/**
 * A stop at this place as well.
 */
place?: string, } | { "do": "last_write", 
/**
 * The first of them.
 */
place: string, 
/**
 * How many; the size of the symbol if it is left out, else 4.
 */
bytes?: number, } | { "do": "break", 
/**
 * Where.
 */
place: string, } | { "do": "unbreak", 
/**
 * Where.
 */
place: string, } | { "do": "watch", 
/**
 * The first byte.
 */
place: string, 
/**
 * How many; the size of the symbol if it is left out, else 4.
 */
bytes?: number, 
/**
 * Stops behind reads as well.
 */
reads?: boolean, } | { "do": "unwatch", 
/**
 * The first byte.
 */
place: string, } | { "do": "go_to", 
/**
 * In base ticks.
 */
tick?: number, 
/**
 * In cycles of the chosen core.
 */
cycle?: number, } | { "do": "choose", 
/**
 * Which.
 */
core: number, } | { "do": "type", 
/**
 * The text.
 */
text: string, } | { "do": "patch", 
/**
 * Where.
 */
place: string, 
/**
 * A number.
 */
value: string, 
/**
 * Bytes of it; 4 if it is left out.
 */
bytes?: number, } | { "do": "reset" };

/**
 * A core.
 */
export type Core = { 
/**
 * Its number.
 */
id: number, 
/**
 * Its name in the board file.
 */
name: string, 
/**
 * Its kind.
 */
kind: string, 
/**
 * `running`, `idle`, `held`, `error`, `hung`, or `exited` of the core that ended the run.
 */
state: "running" | "idle" | "held" | "error" | "hung" | "exited", 
/**
 * The instruction that it will execute next.
 */
pc: Place, 
/**
 * That instruction, disassembled.
 */
instruction: string, 
/**
 * Cycles of its clock that are behind it.
 */
cycles: number, 
/**
 * Instructions that it has completed.
 */
instructions: number, 
/**
 * Cycles per instruction, those in power-down left out; none without an instruction.
 */
cpi: number | null, };

/**
 * A counter as the firmware has read it, beside the truth.
 */
export type Counter = { 
/**
 * The unit.
 */
device: string, 
/**
 * The register.
 */
register: string, 
/**
 * What is counted.
 */
event: string, 
/**
 * The counted core.
 */
core: number | null, 
/**
 * The core that read.
 */
reader: number, 
/**
 * The instruction that read.
 */
place: Place, 
/**
 * When, in base ticks.
 */
tick: number, 
/**
 * What the firmware saw.
 */
shown: number, 
/**
 * What happened in the window.
 */
truth: number | null, 
/**
 * `exact`, `explained`, `wrong` or `not_judged`.
 */
verdict: string, 
/**
 * What makes them differ, in words of `report.json`.
 */
causes: Array<string>, 
/**
 * Ask with this.
 */
why: string, };

/**
 * A line that left.
 */
export type Evicted = { 
/**
 * Its first address.
 */
at: number, 
/**
 * The core with the access that evicted it.
 */
core: number, 
/**
 * The instruction.
 */
by: Place, 
/**
 * Ask with this.
 */
why: string, };

/**
 * An executed instruction.
 */
export type Executed = { 
/**
 * Where.
 */
place: Place, 
/**
 * Disassembled.
 */
text: string, 
/**
 * When it was over, in base ticks.
 */
tick: number, 
/**
 * Cycles that it took.
 */
cycles: number, 
/**
 * What became of it.
 */
fate: Fate, 
/**
 * Where its cycles went, besides issue.
 */
stalls: Array<Stall>, 
/**
 * The cycle in which it begins, counted from the first one of the oldest instruction; cycles asleep are left out.
 */
begins: number, 
/**
 * Its cycles in the order in which they pass. An instruction that is issued beside another has one cycle, the last
 * one of that.
 */
lane: Array<Passed>, 
/**
 * What it accessed.
 */
access: Access | null, };

/**
 * What became of an instruction.
 */
export type Fate = "completed" | "annulled" | "trapped" | "interrupted" | "begun";

/**
 * An error in a source.
 */
export type Fault = { 
/**
 * From 1.
 */
line: number, 
/**
 * In characters, from 1.
 */
column: number, cause: string, remedy: string, };

/**
 * The errors of a source, by line; none of one that runs.
 */
export type Faults = { faults: Array<Fault>, 
/**
 * Bytes of the program, if it has no errors.
 */
bytes: number, };

/**
 * The grade of a lesson: one entry a task.
 */
export type Grade = { 
/**
 * The lesson.
 */
lesson: string, 
/**
 * All checks hold.
 */
passed: boolean, 
/**
 * Checks that hold.
 */
points: number, 
/**
 * Checks.
 */
of: number, 
/**
 * By task.
 */
tasks: Array<TaskGrade>, };

/**
 * An image and the cores that run it.
 */
export type ImageOn = Partial<{ 
/**
 * The name of its file.
 */
name: string, 
/**
 * The cores.
 */
cores: Array<number>, }>;

/**
 * An instruction.
 */
export type Instruction = { 
/**
 * Where.
 */
place: Place, 
/**
 * Its bytes, as hexadecimal digits.
 */
bytes: string, 
/**
 * Disassembled.
 */
text: string, 
/**
 * The cores that stand before it.
 */
cores: Array<number>, 
/**
 * A breakpoint is here.
 */
breakpoint: boolean, };

/**
 * A lesson as the page shows it. The right answers are not in it.
 */
export type Lesson = { name: string, title: string, about: string, board: string, text: string, change: string, variants: Array<string>, 
/**
 * Files that the page has to hand over: those that are not in the module.
 */
files: Array<string>, tasks: Array<Task>, 
/**
 * The source that a student writes.
 */
program?: Program, };

/**
 * A master of a bus.
 */
export type Master = { 
/**
 * Its number.
 */
id: number, 
/**
 * Its name: that of a core, if it is one.
 */
name: string, 
/**
 * Cycles in which it owned the bus.
 */
used: number, 
/**
 * Cycles in which it waited.
 */
waited: number, 
/**
 * Cycles in which it waited for each other master, by number.
 */
waited_for: Array<number>, };

/**
 * A mesh of cores.
 */
export type Mesh = { 
/**
 * Rows.
 */
rows: number, 
/**
 * Columns.
 */
columns: number, 
/**
 * Its nodes.
 */
nodes: Array<Node>, 
/**
 * What the parts of the network have metered, by part.
 */
meters: Array<[string, Array<[string, number]>]>, };

/**
 * The meters of a core.
 */
export type Meters = { 
/**
 * The core.
 */
core: number, 
/**
 * By name, zeros left out.
 */
values: Array<[string, number]>, 
/**
 * The parts of its CPI stack, which add up to its cycles.
 */
stack: Array<[string, number]>, };

/**
 * A node of a mesh.
 */
export type Node = { 
/**
 * The core.
 */
core: number, 
/**
 * Its row.
 */
row: number, 
/**
 * Its column.
 */
column: number, 
/**
 * What it is doing.
 */
state: string, 
/**
 * Meters of its traffic, by name.
 */
traffic: Array<[string, number]>, };

/**
 * How a run ended.
 */
export type Outcome = { 
/**
 * `success`, `failure`, `crash` or another kind of `report.json`.
 */
kind: string, 
/**
 * In a sentence.
 */
detail: string, 
/**
 * The firmware's status.
 */
status: number | null, };

/**
 * A panel of a face. Hidden panels are not computed.
 */
export type Panel = "code" | "registers" | "pipeline" | "caches" | "buses" | "counters" | "power" | "console" | "calls" | "meters" | "mesh" | "warnings";

/**
 * Cycles of an instruction that pass for one reason.
 */
export type Passed = { 
/**
 * Where the instruction is.
 */
stage: Stage, 
/**
 * How many.
 */
cycles: number, 
/**
 * The meter that has counted them.
 */
cause: string, };

/**
 * The last instructions of a core.
 */
export type Pipeline = { 
/**
 * The core.
 */
core: number, 
/**
 * The oldest first.
 */
instructions: Array<Executed>, };

/**
 * A place in a program.
 */
export type Place = { 
/**
 * Its address.
 */
at: number, 
/**
 * The function.
 */
function?: string, 
/**
 * How far it is from the function's first byte.
 */
offset: number, 
/**
 * The file of the source.
 */
file?: string, 
/**
 * The line in it.
 */
line?: number, };

/**
 * Power and temperature.
 */
export type Power = { 
/**
 * Mean since reset, in milliwatts.
 */
mean_mw: number, 
/**
 * Energy since reset, in microjoules.
 */
energy_uj: number, 
/**
 * Temperature of the die, in degrees Celsius.
 */
die_c: number, 
/**
 * Energy by component, in microjoules.
 */
components_uj: Array<[string, number]>, 
/**
 * Over time.
 */
points: Array<PowerPoint>, };

/**
 * A point of time.
 */
export type PowerPoint = { 
/**
 * When, in base ticks.
 */
tick: number, 
/**
 * Power since the point before, in milliwatts.
 */
mw: number, 
/**
 * Temperature of the die, in degrees Celsius.
 */
die_c: number, };

/**
 * A source that a lesson begins with.
 */
export type Program = { name: string, text: string, };

export type Question = { name: string, ask: string, };

/**
 * A register.
 */
export type Register = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its value.
 */
value: number, 
/**
 * How wide it is.
 */
bits: number, 
/**
 * The last command changed it.
 */
changed: boolean, };

/**
 * A request.
 */
export type Request = Partial<{ 
/**
 * What is to be done first.
 */
command: Command | null, 
/**
 * What is to be shown besides cores and time.
 */
show: Array<Panel>, 
/**
 * The entry to explain: its `why`.
 */
why: string | null, }>;

/**
 * A set.
 */
export type Set = { 
/**
 * Its number.
 */
set: number, 
/**
 * Its ways, in order.
 */
ways: Array<Way>, 
/**
 * The line that left last, and who made it leave.
 */
evicted: Evicted | null, };

/**
 * A board and what runs on it. Files are named here, and handed over beside it.
 */
export type Setup = Partial<{ 
/**
 * A board that is built in, or the name of a board file among the files.
 */
board: string, 
/**
 * Values of the board file, `path=value`.
 */
sets: Array<string>, 
/**
 * Images, the boot core's first.
 */
images: Array<ImageOn>, 
/**
 * Cores that start at once besides the first that has an image.
 */
start: Array<number>, 
/**
 * The host's script, of a board with a host.
 */
host: string | null, 
/**
 * The workload of stub cores.
 */
workload: string | null, 
/**
 * Values that are written into variables before the start, `symbol=value`.
 */
pokes: Array<string>, 
/**
 * Bytes for the console's receiver: text in JSON.
 */
stdin: string, 
/**
 * Address of raw binaries among the images.
 */
at?: number, 
/**
 * Simulated time after which the run ends, as `--until` has it.
 */
until?: string, }>;

/**
 * A piece of source.
 */
export type Source = { 
/**
 * The file.
 */
file: string, 
/**
 * The core's current line.
 */
line: number, 
/**
 * Lines around it; none if the text is not at hand.
 */
lines: Array<SourceLine>, };

/**
 * A line of source.
 */
export type SourceLine = { 
/**
 * Its number.
 */
number: number, 
/**
 * Its text.
 */
text: string, 
/**
 * The core is here.
 */
current: boolean, };

/**
 * Where an instruction is on its way through the core.
 */
export type Stage = "fetch" | "operands" | "issue" | "memory" | "end";

/**
 * Cycles lost.
 */
export type Stall = { 
/**
 * The meter that has counted them.
 */
cause: string, 
/**
 * How many.
 */
cycles: number, 
/**
 * The reason in a few words.
 */
reason: string, 
/**
 * Ask with this.
 */
why: string, };

/**
 * The last command's end.
 */
export type Stop = { 
/**
 * In a word.
 */
kind: StopKind, 
/**
 * The core that it is about.
 */
core: number | null, 
/**
 * In a sentence.
 */
text: string, };

/**
 * Why the last command came back.
 */
export type StopKind = "begin" | "piece" | "breakpoint" | "watchpoint" | "stepped" | "there" | "ended" | "earliest";

export type Task = { title: string, text: string, questions: Array<Question>, };

/**
 * The grade of a task.
 */
export type TaskGrade = { 
/**
 * Its title.
 */
title: string, 
/**
 * All its checks hold.
 */
passed: boolean, 
/**
 * By check.
 */
checks: Array<Checked>, };

/**
 * The position of a run: the time slider. All times are those of the chosen core, which may be ahead of what the
 * scheduler has decided.
 */
export type Time = { 
/**
 * The time of the chosen core, in base ticks.
 */
tick: number, 
/**
 * Base ticks per second.
 */
hz: number, 
/**
 * This time in seconds.
 */
seconds: number, 
/**
 * This time in cycles of that core's clock, including those before its start.
 */
cycle: number, 
/**
 * The run can go back.
 */
recorded: boolean, 
/**
 * Why it cannot.
 */
not_recorded?: string, 
/**
 * The earliest time to which it can go.
 */
earliest: number, 
/**
 * The latest time that was reached.
 */
latest: number, };

/**
 * All views. Parts that were not requested are missing.
 */
export type View = { 
/**
 * Name of the board.
 */
board: string, 
/**
 * The position of the run.
 */
time: Time, 
/**
 * Why the last command came back.
 */
stop: Stop, 
/**
 * How the run ended, if it has: the word that reports use, and a sentence.
 */
outcome?: Outcome, 
/**
 * The chosen core.
 */
core: number, 
/**
 * All cores.
 */
cores: Array<Core>, 
/**
 * Breakpoints.
 */
breakpoints: Array<Place>, 
/**
 * Watched memory.
 */
watchpoints: Array<Watched>, 
/**
 * Source and disassembly around the instructions of all cores.
 */
code?: Array<Code>, 
/**
 * Registers of the chosen core.
 */
registers?: Array<Register>, 
/**
 * The last instructions of each core with their stalls.
 */
pipeline?: Array<Pipeline>, 
/**
 * Caches.
 */
caches?: Array<Cache>, 
/**
 * Buses with owner and waiters.
 */
buses?: Array<Bus>, 
/**
 * Counters as the firmware has read them, beside the truth.
 */
counters?: Array<Counter>, 
/**
 * Power and temperature over time.
 */
power?: Power, 
/**
 * The console.
 */
console?: string, 
/**
 * The calls that led to the chosen core's place, the innermost first.
 */
calls?: Array<Place>, 
/**
 * The meters of all cores.
 */
meters?: Array<Meters>, 
/**
 * Cores and links of a mesh.
 */
mesh?: Mesh, 
/**
 * What the user should know.
 */
warnings?: Array<string>, };

/**
 * A wait for a bus.
 */
export type Wait = { 
/**
 * The core that waited.
 */
core: number, 
/**
 * The master that owned the bus.
 */
owner: number, 
/**
 * Cycles of the bus.
 */
cycles: number, 
/**
 * When it was over, in base ticks.
 */
tick: number, 
/**
 * The instruction that waited.
 */
place: Place, 
/**
 * Ask with this.
 */
why: string, };

/**
 * Watched memory.
 */
export type Watched = { 
/**
 * The first byte.
 */
at: number, 
/**
 * How many.
 */
bytes: number, 
/**
 * Reads stop as well.
 */
reads: boolean, };

/**
 * A way of a set.
 */
export type Way = { 
/**
 * The first address of its line; none if it is empty.
 */
at: number | null, 
/**
 * It holds what memory has not.
 */
dirty: boolean, 
/**
 * The object of the image in it.
 */
object: string | null, };

/**
 * What an editor must know of a board.
 */
export type Words = { isa: string, 
/**
 * Instructions.
 */
mnemonics: Array<string>, registers: Array<string>, 
/**
 * Directives, with their point.
 */
directives: Array<string>, 
/**
 * Parts of addresses, as `%hi` or `lo:`.
 */
parts: Array<string>, 
/**
 * Characters that begin a comment anywhere in a line.
 */
comments: Array<string>, 
/**
 * A mnemonic may end in `.s` or `.l`.
 */
suffixes: boolean, 
/**
 * A program to begin with.
 */
beginning: string, };

/**
 * A source, and the board for which it is.
 */
export type Written = { board: string, name: string, text: string, };

/** Panels that are computed by executing the last instructions again: they are asked for behind the others. */
export const AFTERWARDS: Panel[] = ["pipeline", "caches", "buses"];
