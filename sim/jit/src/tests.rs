//! Code does what [`lower::execute`] does with the operations that it is made of: for random ones.

use crate::{Code, Entries, Field, Guest, Left, Place, Places, TranslatedId, Translator, Window};
use std::sync::Arc;
use trueboard_engine::lower::{self, Lower, Memory, Uop};
use trueboard_engine::ops::{Accesses, Binary, Codes, Ops, Registers, Truth, Unary};

/// Registers of a guest: seven words, condition codes, and one that code does not know.
#[derive(Clone, Debug, Default, PartialEq)]
struct State {
    words: [u32; 8],
    codes: u8,
    hidden: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Reg {
    Word(u8),
    Codes,
    Hidden,
}

impl Registers for State {
    type Reg = Reg;
    type Trap = u8;

    fn get(&self, reg: Reg) -> u32 {
        match reg {
            Reg::Word(n) => self.words[usize::from(n)],
            Reg::Codes => self.codes.into(),
            Reg::Hidden => self.hidden,
        }
    }

    fn put(&mut self, reg: Reg, value: u32) {
        match reg {
            Reg::Word(n) => self.words[usize::from(n)] = value,
            Reg::Codes => self.codes = value as u8,
            Reg::Hidden => self.hidden = value,
        }
    }
}

/// Where the memory is that code loads from, and how much of it.
const BASE: u32 = 0x4000;
const BYTES: u32 = 0x800;

/// A core with that state.
#[derive(Clone, Default)]
struct Core {
    state: State,
    base: u32,
    bytes: u32,
    lines: Lines,
    hits: u64,
    time: u64,
    end: u64,
    word: u32,
    wide: u64,
    ring: [(u32, u32); 16],
    next: u8,
    /// The numbers of instructions that handlers executed.
    handled: Vec<usize>,
}

#[derive(Clone)]
struct Lines([u32; 256]);

impl Default for Lines {
    fn default() -> Lines {
        Lines([u32::MAX; 256])
    }
}

/// An instruction: its number, and what its handler executes.
struct Insn {
    number: usize,
    uops: Vec<Uop<State>>,
    answer: u8,
}

/// The answer of a handler whose instruction has trapped.
const TRAPPED: u8 = 3;

struct Tested;

impl Guest for Tested {
    type Core = Core;
    type Cx<'a> = Bytes;
    type Insn = Insn;
    type Machine = State;

    fn memory<'c>(_: &Core, cx: &'c Bytes) -> &'c [u8] {
        &cx.0
    }

    fn loads_below(core: &Core) -> usize {
        core.bytes as usize
    }

    fn execute(core: &mut Core, cx: &mut Bytes, insn: &Insn) -> u8 {
        core.handled.push(insn.number);
        match lower::execute(&insn.uops, &mut core.state, cx) {
            Ok(()) => insn.answer,
            Err(_) => TRAPPED,
        }
    }
}

/// Big-endian memory from [`BASE`] on, repeated over all addresses.
#[derive(Clone)]
struct Bytes(Vec<u8>);

impl Memory for Bytes {
    fn load(&mut self, address: u32, bytes: u8) -> u64 {
        (0..u32::from(bytes)).fold(0, |v, i| {
            let at = address.wrapping_sub(BASE).wrapping_add(i) % BYTES;
            v << 8 | u64::from(self.0[at as usize])
        })
    }

    fn store(&mut self, _: u32, _: u8, _: u64) {
        unreachable!("code does not store")
    }
}

struct Fields {
    words: Field<Core, [u32; 8]>,
    codes: Field<Core, u8>,
    base: Field<Core, u32>,
    bytes: Field<Core, u32>,
    lines: Field<Core, [u32; 256]>,
    hits: Field<Core, u64>,
    time: Field<Core, u64>,
    end: Field<Core, u64>,
    word: Field<Core, u32>,
    wide: Field<Core, u64>,
}

impl Fields {
    fn new() -> Fields {
        let core = &Core::default();
        Fields {
            words: Field::of(core, |c| &c.state.words),
            codes: Field::of(core, |c| &c.state.codes),
            base: Field::of(core, |c| &c.base),
            bytes: Field::of(core, |c| &c.bytes),
            lines: Field::of(core, |c| &c.lines.0),
            hits: Field::of(core, |c| &c.hits),
            time: Field::of(core, |c| &c.time),
            end: Field::of(core, |c| &c.end),
            word: Field::of(core, |c| &c.word),
            wide: Field::of(core, |c| &c.wide),
        }
    }
}

impl Places<Tested> for Fields {
    fn register(&self, reg: Reg) -> Place<Tested> {
        match reg {
            Reg::Word(n) => Place::Word(self.words.element(n.into())),
            Reg::Codes => Place::Byte(self.codes),
            Reg::Hidden => Place::Elsewhere,
        }
    }

    fn window(&self) -> Window<Tested> {
        Window {
            base: self.base,
            bytes: self.bytes,
            lines: self.lines,
            hits: self.hits,
        }
    }
}

/// Xorshift; the seed is not 0.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() >> 20) as usize % n
    }

    fn operand(&mut self) -> u32 {
        const CORNERS: [u32; 8] = [0, 1, 3, 31, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, u32::MAX];
        match self.below(3) {
            0 => CORNERS[self.below(CORNERS.len())],
            1 => self.next() as u32 & 0xff,
            _ => self.next() as u32,
        }
    }

    /// An instruction of a few operations, whose results go to registers.
    fn instruction(&mut self) -> Vec<Uop<State>> {
        let mut o = Lower::<State>::default();
        let mut values = Vec::new();
        for _ in 0..1 + self.below(3) {
            values.push(o.get(Reg::Word(self.below(8) as u8)));
        }
        if self.below(4) == 0 {
            values.push(o.get(Reg::Codes));
        }
        if self.below(40) == 0 {
            values.push(o.get(Reg::Hidden));
        }
        let constant = self.operand();
        values.push(o.word(constant));
        if self.below(6) == 0 {
            let test = values[self.below(values.len())];
            let test = o.is_set(test, 31);
            let _ = o.trap_if(test, 1);
        }
        for _ in 0..1 + self.below(5) {
            let [a, b, c] = [(); 3].map(|()| values[self.below(values.len())]);
            let value = match self.below(12) {
                0 => {
                    let op = Unary::ALL[self.below(Unary::ALL.len())];
                    o.unary(op, a)
                }
                1 => o.select(Truth::from(a), b, c),
                2 => {
                    let offset = o.word(4 * self.below(40) as u32);
                    let base = o.word(BASE + 0x100);
                    let near = o.add(base, offset);
                    let low = o.word(0x47);
                    let low = o.and(a, low);
                    let address = if self.below(3) == 0 {
                        near
                    } else {
                        o.add(near, low)
                    };
                    let loaded = match self.below(3) {
                        0 => o.load::<1>(address),
                        1 => o.load::<2>(address),
                        _ => o.load::<4>(address),
                    };
                    match loaded {
                        Ok(loaded) => loaded,
                        Err(never) => match never {},
                    }
                }
                3..=5 => {
                    let (kind, op) = [
                        (Codes::Sum, Binary::Add),
                        (Codes::Difference, Binary::Sub),
                        (Codes::Result, Binary::And),
                    ][self.below(3)];
                    let r = o.binary(op, a, b);
                    if self.below(2) == 0 {
                        o.put(Reg::Word(self.below(8) as u8), r);
                    }
                    if self.below(4) == 0 {
                        values.push(o.or(a, b));
                    }
                    let codes = o.codes(kind, [a, b], r);
                    o.put(Reg::Codes, codes);
                    r
                }
                _ => {
                    let op = Binary::ALL[self.below(Binary::ALL.len())];
                    o.binary(op, a, b)
                }
            };
            values.push(value);
        }
        for _ in 0..1 + self.below(2) {
            let value = values[self.below(values.len())];
            o.put(Reg::Word(self.below(8) as u8), value);
        }
        o.into_uops()
    }
}

/// Code of one node, which executes `insns` and leaves behind it.
fn write(code: &mut Code<'_, Tested>, insns: &[Insn], f: &Fields) -> (Entries, [crate::Label; 3]) {
    let entry = code.label();
    code.bind(entry);
    code.count();
    code.known(f.word, 77);
    code.known_64(f.wide, 78);
    for (i, insn) in insns.iter().enumerate() {
        code.semantics(i, &insn.uops, f, None);
    }
    code.go_on(0);
    let behind = code.leaving(Left::Behind);
    let entries = Entries {
        full: entry,
        linked: entry,
    };
    (entries, [behind; 3])
}

fn new_core(random: &mut Random) -> Core {
    let mut core = Core {
        base: BASE,
        bytes: BYTES,
        ..Core::default()
    };
    core.state.words = [(); 8].map(|()| random.operand());
    core.state.codes = random.below(16) as u8;
    core.state.hidden = random.operand();
    for line in (BASE >> 5)..(BASE + BYTES) >> 5 {
        if random.below(3) != 0 {
            core.lines.0[line as usize & 127] = line;
        }
    }
    core
}

fn memory() -> Bytes {
    Bytes((0..BYTES).map(|i| (i * 37) as u8).collect())
}

/// Executes instructions in order until one traps, and says how they end.
fn by_data(insns: &[Insn], core: &mut Core, cx: &mut Bytes) -> Left {
    let mut all = insns.iter();
    match all.try_for_each(|insn| lower::execute(&insn.uops, &mut core.state, cx)) {
        Ok(()) => Left::Behind,
        Err(_) => Left::Stopped(TRAPPED),
    }
}

#[test]
fn random_operations_as_code_and_as_data() {
    let fields = Fields::new();
    let mut random = Random(0x1234_5678_9abc);
    let (mut in_line, mut handled) = (0, 0);
    for round in 0..3000 {
        let mut translator = Translator::<Tested>::new().expect("code can be executed here");
        let insns: Arc<[Insn]> = (0..1 + random.below(8))
            .map(|number| Insn {
                number,
                uops: random.instruction(),
                answer: 0,
            })
            .collect();
        let id = translator
            .translate(5, &insns, |code| write(code, &insns, &fields))
            .unwrap_or_else(|| panic!("round {round} is translated"));
        for _ in 0..8 {
            let (mut core, mut cx) = (new_core(&mut random), memory());
            let (mut wanted, mut other) = (core.clone(), memory());
            let end = by_data(&insns, &mut wanted, &mut other);
            let left = translator.enter(id, &mut core, &mut cx);
            assert_eq!(left, (id, end), "round {round}");
            let all = insns.iter().map(|insn| &insn.uops).collect::<Vec<_>>();
            assert_eq!(core.state, wanted.state, "round {round}: {all:?}");
            in_line += insns.len() - core.handled.len();
            handled += core.handled.len();
        }
        let mut counted = Vec::new();
        translator.drain(|node, times| counted.push((node, times)));
        assert_eq!(counted, [(5, 8)]);
        translator.drain(|_, _| panic!("all is handed out"));
    }
    assert!(
        in_line > 2 * handled && handled > 1000,
        "{in_line} {handled}"
    );
}

/// Nodes linked in a ring, as long as there is time; then code is left in front of one.
#[test]
fn links_and_time() {
    let f = &Fields::new();
    let none: Arc<[Insn]> = Arc::new([]);
    let mut translator = Translator::<Tested>::new().expect("code can be executed here");
    let mut node = |place: usize| {
        translator
            .translate(place, &none, |code| {
                let entry = code.label();
                let front = code.leaving(Left::Front);
                code.bind(entry);
                code.unless_in_time(f.time, 2, f.end, front);
                code.count();
                code.add_64(f.time, 3);
                code.go_on(1);
                let behind = code.leaving(Left::Behind);
                let entries = Entries {
                    full: entry,
                    linked: entry,
                };
                (entries, [front, behind, behind])
            })
            .expect("it is translated")
    };
    let (a, b) = (node(10), node(11));
    let mut core = Core {
        end: 100,
        ..Core::default()
    };
    let cx = &mut memory();
    assert_eq!(translator.enter(a, &mut core, cx), (a, Left::Behind));
    assert_eq!(core.time, 3);
    translator.link(a, 1, b, true);
    assert_eq!(translator.enter(a, &mut core, cx), (b, Left::Behind));
    translator.link(b, 1, a, false);
    let (at, left) = translator.enter(a, &mut core, cx);
    // 99 is the first time at which 2 cycles more are not below 100; 33 nodes were executed.
    assert_eq!((core.time, left), (99, Left::Front));
    assert_eq!(at, a);
    let counts = |translator: &mut Translator<Tested>| {
        let mut counted = Vec::new();
        translator.drain(|node, times| counted.push((node, times)));
        counted
    };
    assert_eq!(counts(&mut translator), [(10, 17), (11, 16)]);
    translator.unlink();
    (core.time, core.end) = (0, 100);
    assert_eq!(translator.enter(a, &mut core, cx), (a, Left::Behind));
    translator.uncount(a);
    assert_eq!(counts(&mut translator), []);
}

/// A handler that does not go on leaves code there, and finds what is known.
#[test]
fn a_handler_stops() {
    let f = &Fields::new();
    let insn = |number, answer| {
        let mut o = Lower::<State>::default();
        let hidden = o.get(Reg::Hidden);
        o.put(Reg::Word(number as u8), hidden);
        Insn {
            number,
            uops: o.into_uops(),
            answer,
        }
    };
    let insns: Arc<[Insn]> = Arc::new([insn(0, 0), insn(1, 4), insn(2, 0)]);
    let mut translator = Translator::<Tested>::new().expect("code can be executed here");
    let id = translator.translate(0, &insns, |code| write(code, &insns, f));
    let mut core = Core::default();
    core.state.hidden = 9;
    let left = translator.enter(id.expect("it is"), &mut core, &mut memory());
    assert_eq!(left.1, Left::Stopped(4));
    assert_eq!(core.handled, [0, 1]);
    assert_eq!((core.word, core.wide), (77, 78));
    assert_eq!(core.state.words, [9, 9, 0, 0, 0, 0, 0, 0]);
}

/// Jumps by a register: each target has a link of its own, by its bits 3:2.
#[test]
fn jumps_and_notes() {
    let f = &Fields::new();
    let core = &Core::default();
    let (ring, next) = (Field::of(core, |c| &c.ring), Field::of(core, |c| &c.next));
    let none: Arc<[Insn]> = Arc::new([]);
    let mut translator = Translator::<Tested>::new().expect("code can be executed here");
    let mut node = |place: usize| {
        let made = translator.translate(place, &none, |code| {
            let entry = code.label();
            code.bind(entry);
            let slow = code.leaving(Left::Rest(3));
            let [base, index] = [0, 1].map(|n| f.words.element(n));
            let to = code.jump_target(base, Some(index), 8, slow);
            code.set_target(f.word, to);
            code.note_pair(ring, next, 0x100, to);
            let behind = code.leaving(Left::Behind);
            code.go_on_by_register(f.word, behind);
            let entries = Entries {
                full: entry,
                linked: entry,
            };
            (entries, [behind; 3])
        });
        made.expect("it is translated")
    };
    let (a, b) = (node(1), node(2));
    translator.link_jump(a, 0x200, b, true);
    translator.link_jump(a, 0x204, a, true);
    let mut run = |base, index| {
        let mut core = Core::default();
        (core.state.words[0], core.state.words[1]) = (base, index);
        core.next = 30;
        let left = translator.enter(a, &mut core, &mut memory());
        (left, core)
    };
    let (left, core) = run(0x1f0, 8);
    assert_eq!(left, (b, Left::Behind));
    assert_eq!((core.word, core.next), (0x200, 32));
    assert_eq!(core.ring[14..], [(0x100, 0x200); 2]);
    assert_eq!(run(0x1f0, 0x20).0, (a, Left::Behind));
    assert_eq!(run(0x1f0, 2).0, (a, Left::Rest(3)));
    let number = TranslatedId::of(b.number());
    assert_eq!((number, TranslatedId::of(0)), (Some(b), None));
}
