//! Code does what [`lower::execute`] does with the operations that it is made of: for random ones.

mod floating;

use crate::{
    Base, Code, Direct, Entries, Field, Guest, Left, Memo, Place, Places, Rings, Table,
    TranslatedId, Translator, Unlinked, Window,
};
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
    words: [u32; 8],
    times: [u64; 8],
    appended: u64,
    table: Vec<u8>,
    numbers: [u64; 3],
    kept: [u64; 2],
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

    fn memory<'c>(_: &Core, cx: &'c mut Bytes) -> Direct<'c> {
        Direct {
            bytes: &mut cx.bytes,
            guard: &cx.guard,
        }
    }

    fn accesses_below(core: &Core) -> usize {
        core.bytes as usize
    }

    fn table(core: &mut Core) -> Table<'_> {
        Table::Bytes(&mut core.table)
    }

    fn execute(core: &mut Core, cx: &mut Bytes, insn: &Insn) -> u8 {
        core.handled.push(insn.number);
        match lower::execute(&insn.uops, &mut core.state, cx) {
            Ok(()) => insn.answer,
            Err(_) => TRAPPED,
        }
    }
}

/// Memory from [`BASE`] on, repeated over all addresses.
#[derive(Clone)]
struct Bytes {
    bytes: Vec<u8>,
    guard: Vec<u64>,
    big_endian: bool,
}

impl Bytes {
    /// The place of byte `i` of a datum, and the shift of that byte in the datum.
    fn place(&self, address: u32, i: u8, bytes: u8) -> (usize, u8) {
        let at = address.wrapping_sub(BASE).wrapping_add(i.into()) % BYTES;
        let shift = if self.big_endian { bytes - 1 - i } else { i };
        (at as usize, 8 * shift)
    }
}

impl Memory for Bytes {
    fn load(&mut self, address: u32, bytes: u8) -> u64 {
        (0..bytes).fold(0, |v, i| {
            let (at, shift) = self.place(address, i, bytes);
            v | u64::from(self.bytes[at]) << shift
        })
    }

    fn store(&mut self, address: u32, bytes: u8, value: u64) {
        for i in 0..bytes {
            let (at, shift) = self.place(address, i, bytes);
            self.bytes[at] = (value >> shift) as u8;
        }
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
    big_endian: bool,
}

impl Fields {
    fn new(big_endian: bool) -> Fields {
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
            big_endian,
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
        let big_endian = self.big_endian;
        Window {
            base: match big_endian {
                true => Base::Field(self.base),
                false => Base::Known(BASE),
            },
            bytes: self.bytes,
            stores: Some(self.bytes),
            lane: None,
            big_endian,
            memo: big_endian.then_some(Memo {
                lines: self.lines,
                hits: self.hits,
            }),
            noted: None,
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
            values.push(test.bit());
        }
        if self.below(6) == 0 {
            let offset = o.word(4 * self.below(40) as u32);
            let base = o.word(BASE + 0x100);
            let (near, low) = (o.add(base, offset), o.word(0x43));
            let low = o.and(values[0], low);
            let address = if self.below(3) == 0 {
                near
            } else {
                o.add(near, low)
            };
            let value = values[self.below(values.len())];
            let stored = match self.below(3) {
                0 => o.store::<1>(address, value),
                1 => o.store::<2>(address, value),
                _ => o.store::<4>(address, value),
            };
            stored.unwrap_or_else(|never| match never {});
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
                    let loaded = match self.below(4) {
                        0 => o.load::<1>(address),
                        1 => o.load::<2>(address),
                        2 => o.load::<4>(address),
                        _ => o.load_pair(address).map(|[low, high]| {
                            values.push(low);
                            high
                        }),
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
fn write(code: &mut Code<'_, Tested>, insns: &[Insn], f: &Fields) -> (Entries, Unlinked) {
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
    (entries, all_lead_to(behind))
}

fn all_lead_to(label: crate::Label) -> Unlinked {
    Unlinked {
        links: [label; 4],
        jump: label,
    }
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
    Bytes {
        bytes: (0..BYTES).map(|i| (i * 37) as u8).collect(),
        guard: vec![0],
        big_endian: true,
    }
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
    let fields = [false, true].map(Fields::new);
    let mut random = Random(0x1234_5678_9abc);
    let (mut in_line, mut handled) = (0, 0);
    for round in 0..4000 {
        let fields = &fields[round % 2];
        let mut translator = Translator::<Tested>::new().expect("code can be executed here");
        let insns: Arc<[Insn]> = (0..1 + random.below(8))
            .map(|number| Insn {
                number,
                uops: random.instruction(),
                answer: 0,
            })
            .collect();
        let id = translator
            .translate(5, &insns, |code| write(code, &insns, fields))
            .unwrap_or_else(|| panic!("round {round} is translated"));
        for _ in 0..8 {
            let (mut core, mut cx) = (new_core(&mut random), memory());
            cx.guard[0] = random.next() & random.next();
            cx.big_endian = fields.big_endian;
            let (mut wanted, mut other) = (core.clone(), cx.clone());
            let end = by_data(&insns, &mut wanted, &mut other);
            let left = translator.enter(id, &mut core, &mut cx);
            assert_eq!(left, (id, end), "round {round}");
            let all = insns.iter().map(|insn| &insn.uops).collect::<Vec<_>>();
            assert_eq!(core.state, wanted.state, "round {round}: {all:?}");
            assert!(cx.bytes == other.bytes, "round {round}: {all:?}");
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

/// Whether a condition holds decides which way code goes.
#[test]
fn conditions_as_code_and_as_data() {
    let f = &Fields::new(true);
    let none: Arc<[Insn]> = Arc::new([]);
    let mut random = Random(0x9876_5432);
    for round in 0..2000 {
        let mut o = Lower::<State>::default();
        let [a, b] = [0, 1].map(|n| o.get(Reg::Word(n)));
        let b = match random.below(3) {
            0 => o.word(random.operand()),
            1 => o.word(0),
            _ => b,
        };
        if random.below(2) == 0 {
            let one = o.word(1);
            let less = o.sub(a, one);
            o.put(Reg::Word(random.below(3) as u8), less);
        }
        let test = match random.below(5) {
            0 => o.equal(a, b),
            1 => o.below(true, a, b),
            2 => o.below(false, a, b),
            3 => o.is_set(a, 3),
            _ => o.is_nonzero(a),
        };
        let test = match random.below(2) {
            0 => test,
            _ => o.negate(test),
        }
        .bit();
        let mut translator = Translator::<Tested>::new().expect("code can be executed here");
        let made = translator.translate(0, &none, |code| {
            let [entry, to] = [(); 2].map(|()| code.label());
            let behind = code.leaving(Left::Behind);
            code.bind(entry);
            code.unless(o.uops(), test, f, to);
            code.set(f.word, 1);
            code.go_on(0);
            code.bind(to);
            code.set(f.word, 2);
            code.go_on(3);
            let entries = Entries {
                full: entry,
                linked: entry,
            };
            (entries, all_lead_to(behind))
        });
        let id = made.expect("it is translated");
        let mut uops = o;
        uops.put(Reg::Hidden, test);
        for _ in 0..8 {
            let mut core = new_core(&mut random);
            core.state.words[1] = [core.state.words[0], core.state.words[1]][random.below(2)];
            let mut wanted = core.clone();
            lower::execute(uops.uops(), &mut wanted.state, &mut memory()).expect("it cannot trap");
            translator.enter(id, &mut core, &mut memory());
            let way = if wanted.state.hidden != 0 { 1 } else { 2 };
            assert_eq!(core.word, way, "round {round}: {uops:?}");
            wanted.state.hidden = core.state.hidden;
            assert_eq!(core.state, wanted.state, "round {round}: {uops:?}");
        }
    }
}

/// Bytes of the table, rings, and what only grows.
#[test]
fn tables_and_rings() {
    let f = &Fields::new(true);
    let core = &Core::default();
    let recent = &Rings {
        words: Field::of(core, |c| &c.words),
        times: Field::of(core, |c| &c.times),
        appended: Field::of(core, |c| &c.appended),
    };
    let none: Arc<[Insn]> = Arc::new([]);
    let mut translator = Translator::<Tested>::new().expect("code can be executed here");
    let made = translator.translate(0, &none, |code| {
        let [entry, other] = [(); 2].map(|()| code.label());
        let behind = code.leaving(Left::Behind);
        code.bind(entry);
        code.append(recent, 5, f.time);
        code.raise_64(f.end, f.time, 3);
        code.and(f.word, 6);
        code.step_table(2, (2, true), other, 3);
        code.go_on(2);
        code.bind(other);
        code.add_table(2, 1);
        code.go_on(1);
        let entries = Entries {
            full: entry,
            linked: entry,
        };
        (entries, all_lead_to(behind))
    });
    let id = made.expect("it is translated");
    let core = &mut Core {
        time: 40,
        end: 50,
        word: 15,
        appended: 7,
        ..Core::default()
    };
    let cx = &mut memory();
    // The table is too short.
    assert_eq!(translator.enter(id, core, cx), (id, Left::Front));
    core.table = vec![9, 9, 0, 9];
    let mut tables = Vec::new();
    for end in [50, 50, 53] {
        assert_eq!(translator.enter(id, core, cx), (id, Left::Behind));
        tables.push(core.table[2]);
        core.time += 5;
        assert_eq!((core.word, core.end), (6, end));
    }
    assert_eq!(tables, [1, 2, 3]);
    assert_eq!(core.table, [9, 9, 3, 9]);
    assert_eq!(core.words, [5, 5, 0, 0, 0, 0, 0, 5]);
    assert_eq!(core.times, [45, 50, 0, 0, 0, 0, 0, 40]);
    assert_eq!(core.appended, 10);
}

/// Nodes linked in a ring, as long as there is time; then code is left in front of one.
#[test]
fn links_and_time() {
    let f = &Fields::new(true);
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
                (entries, all_lead_to(behind))
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
    let f = &Fields::new(true);
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

/// A store to a chunk that is guarded is left to its handler.
#[test]
fn guarded_stores_go_to_their_handlers() {
    let f = &Fields::new(false);
    let mut o = Lower::<State>::default();
    let (address, value) = (o.get(Reg::Word(0)), o.get(Reg::Word(1)));
    let stored = o.store::<2>(address, value);
    stored.unwrap_or_else(|never| match never {});
    let insns: Arc<[Insn]> = Arc::new([Insn {
        number: 0,
        uops: o.into_uops(),
        answer: 0,
    }]);
    let mut translator = Translator::<Tested>::new().expect("code can be executed here");
    let id = translator.translate(0, &insns, |code| write(code, &insns, f));
    let id = id.expect("it is translated");
    for chunk in 0..BYTES / 64 {
        for guard in [0, !0, 1 << chunk, !(1 << chunk)] {
            let mut core = Core {
                bytes: BYTES,
                ..Core::default()
            };
            (core.state.words[0], core.state.words[1]) = (BASE + 64 * chunk + 62, 0x1234);
            let mut cx = memory();
            (cx.guard[0], cx.big_endian) = (guard, false);
            translator.enter(id, &mut core, &mut cx);
            assert_eq!(cx.load(core.state.words[0], 2), 0x1234);
            assert_eq!(core.handled.is_empty(), guard >> chunk & 1 == 0);
        }
    }
}

/// An exclusive or with 1 negates a truth alone: here 2 becomes 3, which is not 0.
#[test]
fn an_exclusive_or_of_any_word_is_no_negation() {
    let f = &Fields::new(true);
    let none: Arc<[Insn]> = Arc::new([]);
    let mut o = Lower::<State>::default();
    let (word, one) = (o.get(Reg::Word(0)), o.word(1));
    let other = o.xor(word, one);
    let uops = o.into_uops();
    let mut translator = Translator::<Tested>::new().expect("code can be executed here");
    let made = translator.translate(0, &none, |code| {
        let (entry, to) = (code.label(), code.leaving(Left::Front));
        code.bind(entry);
        code.unless(&uops, other, f, to);
        let behind = code.leaving(Left::Behind);
        code.jump(behind);
        let entries = Entries {
            full: entry,
            linked: entry,
        };
        let unlinked = Unlinked {
            links: [behind; 4],
            jump: behind,
        };
        (entries, unlinked)
    });
    let id = made.expect("it is translated");
    for (word, left) in [(0, Left::Behind), (1, Left::Front), (2, Left::Behind)] {
        let mut core = Core::default();
        core.state.words[0] = word;
        assert_eq!(translator.enter(id, &mut core, &mut memory()).1, left);
    }
}

/// Jumps by a register: each target has a link of its own, by its bits 3:2.
#[test]
fn jumps_and_notes() {
    let f = &Fields::new(true);
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
            (entries, all_lead_to(behind))
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
