//! One list of stops, forwards and backwards: the places are equal, in opposite order. What the list is of a random
//! program, its single instructions say, one after the other, and comparisons of memory in between; what an instruction
//! loads and stores is known from how it was written.

use conformance::random::Random;
use conformance::tiny::{CODE, Part, Tiny};
use conformance::{asm, epiphany, tricore};
use std::collections::BTreeSet;
use std::path::Path;
use trueboard::{Setup, Simulation, StopReason, Stops, Time, Until, WatchKind, Watchpoint};

/// Bytes that a program accesses.
const DATA: u64 = 32;
/// Base ticks after the last instruction before a program waits for good.
const REST: u64 = 2000;

/// An instruction that accesses memory.
struct Access {
    pc: u64,
    off: u64,
    len: u64,
    loads: bool,
    stores: bool,
}

/// A program, and what it accesses.
struct Program {
    image: Tiny,
    accesses: Vec<Access>,
    /// All instructions of its loop.
    body: Vec<u64>,
    /// Where it waits for good.
    done: u64,
}

/// An instruction set: how its programs are written, and where their data are.
struct Isa {
    board: &'static str,
    /// The physical address of the data.
    data: u64,
    /// Text in front of the loop, with its number of turns, and behind it.
    frame: fn(turns: u64) -> (String, &'static str),
    /// Stores, loads, and both at once: text with `{}` for the offset, its unit, and bytes.
    stores: &'static [(&'static str, u64, u64)],
    loads: &'static [(&'static str, u64, u64)],
    both: &'static [(&'static str, u64, u64)],
    others: &'static [&'static str],
    assembled: fn(text: &str) -> (Tiny, Labels),
}

/// The address of a label.
type Labels = Box<dyn Fn(&str) -> u64>;

const SPARC: Isa = Isa {
    board: "gr740",
    data: 0x4000,
    frame: |turns| {
        let begin =
            format!("set 0x4000, %l0; set {turns}, %l1; set 5, %g2; set 9, %g3\nagain: nop\n");
        (
            begin,
            "subcc %l1, 1, %l1; bne again; nop\ndone: ba done; nop\n",
        )
    },
    stores: &[
        ("st %g2, [%l0 + {}]", 1, 4),
        ("sth %g2, [%l0 + {}]", 1, 2),
        ("stb %g2, [%l0 + {}]", 1, 1),
        ("std %g2, [%l0 + {}]", 1, 8),
    ],
    loads: &[
        ("ld [%l0 + {}], %g4", 1, 4),
        ("lduh [%l0 + {}], %g4", 1, 2),
        ("ldd [%l0 + {}], %g4", 1, 8),
    ],
    both: &[
        ("swap [%l0 + {}], %g3", 1, 4),
        ("ldstub [%l0 + {}], %g4", 1, 1),
    ],
    others: &["add %g2, 7, %g2", "nop", "umul %g2, %g3, %g5"],
    assembled: |text| {
        let program = asm::assemble(CODE, text);
        let image = Tiny::new(&program.words);
        (image, Box::new(move |name| program.label(name).into()))
    },
};

const TRICORE: Isa = Isa {
    board: "tc275",
    data: 0x7000_0100,
    frame: |turns| {
        let begin = format!(
            "set 0xd0000100, %a4; set {}, %a5; mov %d2, 5; mov %d3, 6\nagain: nop\n",
            turns - 1
        );
        (begin, "loop %a5, again\ndone: j done\n")
    },
    stores: &[
        ("st.w [%a4]{}, %d3", 1, 4),
        ("st.h [%a4]{}, %d3", 1, 2),
        ("st.b [%a4]{}, %d3", 1, 1),
        ("st.d [%a4]{}, %e2", 1, 8),
    ],
    loads: &[
        ("ld.w %d0, [%a4]{}", 1, 4),
        ("ld.h %d0, [%a4]{}", 1, 2),
        ("ld.d %e4, [%a4]{}", 1, 8),
    ],
    both: &[("swap.w [%a4]{}, %d2", 1, 4)],
    others: &[
        "addi %d3, %d3, 1",
        "nop",
        "mul %d5, %d3, %d3",
        "addi %d5, %d5, 2",
    ],
    assembled: |text| {
        let program = tricore::assemble(0x8000_0020, text);
        let image = Tiny {
            parts: vec![Part {
                at: 0x8000_0020,
                bytes: program.bytes.clone(),
            }],
            entry: 0x8000_0020,
            machine: 44,
            kind: 2,
            little_endian: true,
            functions: vec![],
        };
        (image, Box::new(move |name| program.label(name).into()))
    },
};

const EPIPHANY: Isa = Isa {
    board: "parallella",
    data: 0x8080_4000,
    frame: |turns| {
        let begin = format!("set 0x4000,r40; set {turns},r4; mov r2,5; mov r3,6\nagain: nop\n");
        (begin, "sub r4,r4,1; bne again\ndone: b done\n")
    },
    stores: &[
        ("str r3,[r40,+{}]", 4, 4),
        ("strh r3,[r40,+{}]", 2, 2),
        ("strb r3,[r40,+{}]", 1, 1),
        ("strd r2,[r40,+{}]", 8, 8),
    ],
    loads: &[
        ("ldr r0,[r40,+{}]", 4, 4),
        ("ldrh r0,[r40,+{}]", 2, 2),
        ("ldrd r6,[r40,+{}]", 8, 8),
    ],
    both: &[],
    others: &["add r3,r3,1", "nop", "fadd r5,r3,r3"],
    assembled: |text| {
        let program = epiphany::assemble(0x100, text);
        let image = Tiny {
            parts: vec![Part {
                at: 0x100,
                bytes: program.bytes.clone(),
            }],
            entry: 0x100,
            machine: 0x1223,
            kind: 2,
            little_endian: true,
            functions: vec![],
        };
        (image, Box::new(move |name| program.label(name).into()))
    },
};

fn program(isa: &Isa, r: &mut Random) -> Program {
    let (begin, end) = (isa.frame)(1 + r.below(12));
    let mut text = begin;
    let mut written = Vec::new();
    let count = 4 + r.below(14);
    for i in 0..count {
        let (of, loads, stores) = match r.below(8) {
            0..=2 => (isa.stores, false, true),
            3 | 4 => (isa.loads, true, false),
            5 => (isa.both, true, true),
            _ => (&[][..], false, false),
        };
        let line = if of.is_empty() {
            (*r.pick(isa.others)).to_owned()
        } else {
            let &(form, unit, len) = r.pick(of);
            let off = r.below(DATA / len) * len;
            written.push((i, off, len, loads, stores));
            form.replace("{}", &(off / unit).to_string())
        };
        text += &format!("i{i}: {line}\n");
    }
    text += end;
    let (image, label) = (isa.assembled)(&text);
    let access = |(i, off, len, loads, stores)| Access {
        pc: label(&format!("i{i}")),
        off,
        len,
        loads,
        stores,
    };
    Program {
        accesses: written.into_iter().map(access).collect(),
        body: (0..count).map(|i| label(&format!("i{i}"))).collect(),
        done: label("done"),
        image,
    }
}

fn start(isa: &Isa, image: &Path) -> Simulation {
    let setup = Setup::board(isa.board).image(image);
    setup.start().unwrap_or_else(|e| panic!("{e}"))
}

fn data(run: &Simulation, isa: &Isa) -> Vec<u8> {
    let m = run.machine();
    m.memory()
        .peek(isa.data, DATA as usize)
        .expect("memory")
        .to_vec()
}

/// A single instruction: where it is, and the data before it.
struct Step {
    pc: u64,
    before: Vec<u8>,
}

/// The instructions of a program, in order, up to where it waits, and when that is. Breakpoints are at all of them: a
/// step may be several instructions, which a core executes in one cycle.
fn single_steps(isa: &Isa, image: &Path, done: u64) -> (Vec<Step>, u64) {
    let mut run = start(isa, image);
    let begin = run.core(0).expect("a core").pc();
    let everywhere = Stops {
        breakpoints: (begin..=done).step_by(2).collect(),
        ..Stops::default()
    };
    let mut steps: Vec<Step> = Vec::new();
    while steps.last().is_none_or(|s| s.pc != done) {
        let pause = run.run(&everywhere).expect("the stops are there");
        assert_eq!(pause, StopReason::Breakpoint { core: 0 }, "{}", isa.board);
        let (pc, before) = (run.core(0).expect("a core").pc(), data(&run, isa));
        // No program has an instruction that jumps to itself, but where it waits.
        assert!(
            steps.last().is_none_or(|s| s.pc != pc),
            "{}: twice at {pc:#x}",
            isa.board
        );
        steps.push(Step { pc, before });
        assert!(steps.len() < 5000, "{} does not end", isa.board);
    }
    (steps, run.latest_time() + REST)
}

/// A stop: number of the step in front of which it is, or which it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Breakpoint(usize),
    Access(usize),
}

impl Place {
    /// Its order among the stops of a run forwards, in which an access stops behind it.
    fn order(self) -> usize {
        match self {
            Place::Breakpoint(k) => 2 * k + 1,
            Place::Access(k) => 2 * (k + 1),
        }
    }
}

/// Watchpoints that step `k` reaches.
fn reached(steps: &[Step], k: usize, stops: &Stops, isa: &Isa, p: &Program) -> BTreeSet<u64> {
    let Some(next) = steps.get(k + 1) else {
        return BTreeSet::new();
    };
    let access = p.accesses.iter().find(|a| a.pc == steps[k].pc);
    let reaches = |w: &&Watchpoint| {
        let from = (w.at - isa.data) as usize;
        let bytes = from..from + w.len as usize;
        let changes = steps[k].before[bytes.clone()] != next.before[bytes.clone()];
        let touches =
            |a: &Access| (a.off as usize) < bytes.end && bytes.start < (a.off + a.len) as usize;
        match w.kind {
            WatchKind::Change => changes,
            WatchKind::Read => access.is_some_and(|a| a.loads && touches(a)),
            WatchKind::Access => access.is_some_and(|a| (a.loads || a.stores) && touches(a)),
        }
    };
    stops.watched.iter().filter(reaches).map(|w| w.at).collect()
}

/// The list: all stops, in the order of a run forwards.
fn places(steps: &[Step], stops: &Stops, isa: &Isa, p: &Program) -> Vec<Place> {
    let mut all = Vec::new();
    for (k, step) in steps.iter().enumerate() {
        if stops.breakpoints.contains(&step.pc) {
            all.push(Place::Breakpoint(k));
        }
        if !reached(steps, k, stops, isa, p).is_empty() {
            all.push(Place::Access(k));
        }
    }
    all
}

fn random_stops(r: &mut Random, isa: &Isa, p: &Program) -> Stops {
    let mut stops = Stops::default();
    for _ in 0..r.below(3) {
        stops.breakpoints.insert(*r.pick(&p.body));
    }
    for _ in 0..1 + r.below(2) {
        let len = *r.pick(&[1, 2, 4, 8]);
        stops.watched.insert(Watchpoint {
            at: isa.data + r.below(DATA / len) * len,
            len,
            kind: *r.pick(&[WatchKind::Change, WatchKind::Read, WatchKind::Access]),
        });
    }
    stops
}

/// Where a run stands: in front of which step, and whether at a breakpoint that it does not meet again.
struct Stand {
    x: usize,
    at_breakpoint: bool,
}

struct Walk<'a> {
    isa: &'a Isa,
    p: &'a Program,
    steps: &'a [Step],
    stops: &'a Stops,
    places: &'a [Place],
    end: u64,
    run: Simulation,
    stand: Stand,
    what: String,
}

impl Walk<'_> {
    /// The run is at the step, and memory holds what it held then.
    fn is_at(&mut self, pause: &StopReason, place: Place, x: usize) {
        let what = format!("{}: {place:?}, {pause:?}", self.what);
        match place {
            Place::Breakpoint(_) => {
                assert_eq!(*pause, StopReason::Breakpoint { core: 0 }, "{what}")
            }
            Place::Access(k) => {
                let all = reached(self.steps, k, self.stops, self.isa, self.p);
                let is_one =
                    matches!(pause, StopReason::Watchpoint { core: 0, at, .. } if all.contains(at));
                assert!(is_one, "{what}: {all:x?}");
            }
        }
        let pc = self.run.core(0).expect("a core").pc();
        // An eCore that executes two instructions at once stops behind the second one.
        let pairs = self.isa.board == "parallella" && matches!(place, Place::Access(k) if k < x);
        let x = match self.steps.get(x + 1) {
            Some(behind) if pairs && behind.pc == pc => x + 1,
            _ => x,
        };
        let step = &self.steps[x];
        assert_eq!(pc, step.pc, "{what}");
        assert_eq!(data(&self.run, self.isa), step.before, "{what}");
        let at_breakpoint = self.stops.breakpoints.contains(&step.pc);
        self.stand = Stand {
            x,
            at_breakpoint: at_breakpoint
                && (matches!(place, Place::Breakpoint(_)) || place == Place::Access(x)),
        };
    }

    fn forwards(&mut self) {
        let Stand { x, at_breakpoint } = self.stand;
        let ahead = |p: &&Place| match **p {
            Place::Breakpoint(k) => k > x || k == x && !at_breakpoint,
            Place::Access(k) => k >= x,
        };
        let next = self.places.iter().find(ahead).copied();
        let pause = self
            .run
            .run(Until::first(self.stops, Time::ticks(self.end)))
            .expect("the stops are there");
        match next {
            Some(place @ Place::Breakpoint(k)) => self.is_at(&pause, place, k),
            Some(place @ Place::Access(k)) => self.is_at(&pause, place, k + 1),
            None => {
                assert_eq!(pause, StopReason::Time, "{}", self.what);
                self.stand = Stand {
                    x: usize::MAX,
                    at_breakpoint: false,
                };
            }
        }
    }

    fn backwards(&mut self) {
        let x = self.stand.x;
        let behind = |p: &&Place| match **p {
            Place::Breakpoint(k) => k < x,
            Place::Access(k) => k < x,
        };
        let last = self.places.iter().filter(behind).max_by_key(|p| p.order());
        let back = self.run.run_back(self.stops).expect("the stops are there");
        match (last.copied(), back) {
            (None, Some(StopReason::Begin)) => {
                assert_eq!(self.run.core(0).expect("a core").pc(), self.steps[0].pc);
                self.stand = Stand {
                    x: 0,
                    at_breakpoint: self.stops.breakpoints.contains(&self.steps[0].pc),
                };
            }
            (Some(place @ (Place::Breakpoint(k) | Place::Access(k))), Some(pause)) => {
                self.is_at(&pause, place, k);
            }
            (last, back) => panic!("{}: {back:?} in place of {last:?}", self.what),
        }
    }
}

fn random_programs(isa: &Isa, seeds: std::ops::Range<u64>) {
    let dir = tempfile::tempdir().expect("a folder");
    let mut met = 0;
    for seed in seeds {
        let mut r = Random::new(seed);
        let p = program(isa, &mut r);
        let image = p.image.write(dir.path(), &format!("p{seed}"));
        let (steps, end) = single_steps(isa, &image, p.done);
        let stops = random_stops(&mut r, isa, &p);
        let places = places(&steps, &stops, isa, &p);
        let mut run = start(isa, &image);
        run.record().expect("it can be recorded");
        let what = format!("{}, seed {seed}, {stops:x?}", isa.board);
        let stand = Stand {
            x: 0,
            at_breakpoint: false,
        };
        let (isa, p, steps, stops) = (isa, &p, &steps[..], &stops);
        let mut walk = Walk {
            isa,
            p,
            steps,
            stops,
            places: &places,
            end,
            run,
            stand,
            what,
        };
        // All of them forwards and back again, then here and there.
        for _ in 0..=places.len() {
            walk.forwards();
        }
        for _ in 0..=places.len() {
            walk.backwards();
        }
        for _ in 0..12 {
            match r.below(5) {
                0..=2 => walk.forwards(),
                _ => walk.backwards(),
            }
        }
        met += places.len();
    }
    assert!(met > 50, "{}: {met} stops are too few", isa.board);
}

#[test]
fn stops_of_sparc_programs() {
    random_programs(&SPARC, 0..16);
}

#[test]
fn stops_of_tricore_programs() {
    random_programs(&TRICORE, 0..16);
}

#[test]
fn stops_of_epiphany_programs() {
    random_programs(&EPIPHANY, 0..16);
}

#[test]
#[ignore = "minutes: many programs"]
fn stops_of_many_programs() {
    for isa in [&SPARC, &TRICORE, &EPIPHANY] {
        random_programs(isa, 16..150);
    }
}
