//! A Parallella with any machine code on four of its cores, with any traffic to the registers of
//! its cores and devices, and with any ELF image.

use crate::Target;
use crate::epiphany::{loops, noise, put, set};
use crate::rig::{self, PLACE};
use conformance::random::Random;
use conformance::tiny::{Part, Tiny};
use conformance::{board_of, prebuilt};
use std::path::Path;
use std::sync::{Arc, LazyLock};
use trueboard_board::{BoardModel, Image, Machine, machine};
use trueboard_core::time::Tick;
use trueboard_cpu_epiphany::isa::operands::{
    Off1, Off2, Off4, Off8, R, Sign, Special, Target as To,
};
use trueboard_cpu_epiphany::isa::{Insn, special};

/// Any machine code. The first two bytes choose when a snapshot is made; what follows is dealt to
/// the cores in quarters.
pub const CODE: Target = Target {
    name: "code_parallella",
    run: code,
    seeds: code_seeds,
    words: &[],
    longest: 4096,
    mutations: 60,
};

/// Any traffic to registers of all cores, devices and memories. The first two bytes choose when a
/// snapshot is made; each eight that follow are one access.
pub const TRAFFIC: Target = Target {
    name: "traffic_parallella",
    run: traffic,
    seeds: traffic_seeds,
    words: &[],
    longest: 2048,
    mutations: 60,
};

/// ELF images: refused with a reason, or loaded, and if loaded they run somehow.
pub const ELF: Target = Target {
    name: "elf_parallella",
    run: elf,
    seeds: elf_seeds,
    words: &["\x7fELF", ".debug_info", ".symtab"],
    longest: 1 << 16,
    mutations: 500,
};

/// Base ticks of a run; two are a cycle.
const TICKS: u64 = 30_000;
/// ELF machine number of the Epiphany.
const EPIPHANY: u16 = 0x1223;
/// The cores that run the input: corners and middle of the mesh. All other cores sleep until woken.
const CORES: [u32; 4] = [0, 1, 6, 15];
/// Where a core has its program, and how long it may be.
const PROGRAM: u32 = 0x200;
const ROOM: usize = 0x1000;
/// Where it begins.
const START: u32 = 0x100;
/// First address of a core's registers in its window.
const REGISTERS: u32 = 0xf_0000;

/// The Parallella with little DRAM: every digest reads every byte.
static BOARD: LazyLock<BoardModel> =
    LazyLock::new(|| board_of("parallella/hello", &["memories.dram.size=0x2000"]));

/// First address of a core's window.
fn window(core: u32) -> u32 {
    0x8080_0000 + ((core / 4) << 26) + ((core % 4) << 20)
}

/// Every core has all interrupts open, pointers to all kinds of memory and registers, and goes to
/// its program. Interrupts and exceptions return.
fn start() -> Vec<u8> {
    let mut code = Vec::new();
    let pointers = [
        (1, 0x4000),
        (2, 0x2000),
        (3, window(1) + 0x4000),
        (4, window(15) + 0x3ff8),
        (5, 0x8e00_0000),
        (6, special::CONFIG),
        (7, special::DMA0CONFIG),
        (8, window(6) + special::CONFIG),
        (9, window(0) + special::DMA1CONFIG),
        (10, 0x8e00_1ffc),
        (13, 0x7ff0),
        (14, PROGRAM),
        (16, window(6)),
        (17, 0x7ffc),
        (18, 7),
        (19, window(6) + PROGRAM),
        (20, window(1) + PROGRAM),
        (63, PROGRAM),
    ];
    for (register, value) in pointers {
        set(&mut code, register, value);
    }
    set(&mut code, 0, 0);
    let d = R::new(0);
    let i = Special::new(special::IMASK);
    put(&mut code, Insn::Movts32 { d, i });
    put(&mut code, Insn::Gie {});
    put(&mut code, Insn::Jr32 { n: R::new(63) });
    code
}

fn image(programs: &[Vec<u8>; CORES.len()]) -> Arc<Image> {
    let mut vectors = Vec::new();
    let t = To::new(START as i32);
    put(&mut vectors, Insn::B32 { t });
    while vectors.len() < 0x28 {
        put(&mut vectors, Insn::Rti {});
        put(&mut vectors, Insn::Nop {});
    }
    let part = |at, bytes| Part { at, bytes };
    // The loader writes what lies between.
    let mut parts = vec![part(0, vectors), part(START, start())];
    assert!(parts[1].bytes.len() <= (PROGRAM - START) as usize);
    let mut idle = Vec::new();
    put(&mut idle, Insn::Idle {});
    put(&mut idle, Insn::B16 { t: To::new(-2) });
    for core in 0..16 {
        let own = CORES.iter().position(|&c| c == core);
        let program = own.map_or(&idle, |n| &programs[n]);
        if !program.is_empty() {
            parts.push(part(window(core) + PROGRAM, program.clone()));
        }
    }
    let tiny = Tiny {
        functions: Vec::new(),
        parts,
        entry: 0,
        machine: EPIPHANY,
        kind: 2,
        little_endian: true,
    };
    let expected = conformance::images("epiphany");
    Arc::new(Image::parse(Path::new(PLACE), &tiny.bytes(), expected).expect("it is sound"))
}

fn bare() -> Machine {
    machine(&BOARD.place, &BOARD.file, false).expect("the board is sound")
}

/// The cores that start besides the first.
fn others() -> Vec<usize> {
    CORES[1..].iter().map(|&c| c as usize).collect()
}

fn loaded(image: &Arc<Image>) -> Machine {
    let mut m = bare();
    let all: Vec<usize> = (0..16).collect();
    m.load(image.clone(), &all).expect("it fits");
    m
}

fn check(programs: &[Vec<u8>; CORES.len()], split: [u8; 2]) {
    let image = image(programs);
    let split = (TICKS * u64::from(u16::from_be_bytes(split))) >> 16;
    let make = || loaded(&image);
    rig::check_machine(&make, &others(), TICKS, split);
}

fn code(data: &[u8]) {
    let Some((split, rest)) = data.split_first_chunk::<2>() else {
        return;
    };
    let each = (rest.len() / CORES.len()).min(ROOM);
    let part = |n: usize| rest[n * each..(n + 1) * each].to_vec();
    check(&std::array::from_fn(part), *split);
}

fn code_seeds() -> Vec<Vec<u8>> {
    let rows = |seed: u64| {
        let mut r = Random::new(seed);
        let mut bytes = r.bytes(2);
        bytes.extend(noise(&mut r, 400));
        bytes
    };
    let loops = |seed: u64| {
        let mut r = Random::new(seed);
        let mut bytes = r.bytes(2);
        for _ in CORES {
            bytes.extend(loops(&mut r, 0x300));
        }
        bytes
    };
    (0..12).map(rows).chain((100..116).map(loops)).collect()
}

/// First address and size of what traffic goes to.
static AREAS: LazyLock<Vec<(u32, u32)>> = LazyLock::new(|| {
    let devices = BOARD.file.devices.iter();
    let devices = devices.map(|d| (d.at as u32, d.size as u32));
    let memories = BOARD.file.memories.iter();
    let memories = memories.map(|m| (m.at as u32, m.size as u32));
    let registers = (0..16).map(|core| (window(core) + REGISTERS, 0x800));
    let own = [(REGISTERS, 0x800), (0x4000, 0x4000)];
    let nothing = [(0x4000_0000, 0x1000), (0x9000_0000, 0x1000)];
    let all = registers.chain(own).chain(devices).chain(memories);
    all.chain(nothing).collect()
});

fn traffic(data: &[u8]) {
    let Some((split, rest)) = data.split_first_chunk::<2>() else {
        return;
    };
    let mut programs: [Vec<u8>; CORES.len()] = Default::default();
    for a in rest.as_chunks::<8>().0 {
        access(&mut programs[usize::from(a[3] >> 6)], a);
    }
    for p in &mut programs {
        // Some 24 bytes each: there is room for them up to the data.
        put(p, Insn::Idle {});
        put(p, Insn::B16 { t: To::new(-2) });
    }
    check(&programs, *split);
}

/// Area, offset (2), what and who, value (3), pause after it.
fn access(code: &mut Vec<u8>, a: &[u8; 8]) {
    let (at, size) = AREAS[usize::from(a[0]) % AREAS.len()];
    let at = at + u32::from(u16::from_be_bytes([a[1], a[2]])) % size.max(1);
    let v = u32::from_be_bytes([0, a[4], a[5], a[6]]);
    // Small numbers, single bits, addresses of local memory and of all others.
    let value = match a[4] >> 6 {
        0 => v,
        1 => 1 << (v & 31),
        2 => v & 0x7fff,
        _ => {
            let (at, size) = AREAS[usize::from(a[5]) % AREAS.len()];
            at + u32::from(a[6]) * 8 % size.max(1)
        }
    };
    let (d, n, m, s) = (R::new(2), R::new(4), R::new(6), Sign::Plus);
    set(code, 4, at);
    set(code, 2, value);
    set(code, 6, 0);
    // A register by its number, where the offset is one.
    let i = Special::new(special::CONFIG + (at & 0x3fc));
    put(
        code,
        match a[3] % 14 {
            0 => Insn::LdrbDisp16 {
                d,
                n,
                i: Off1::new(0),
            },
            1 => Insn::LdrhDisp16 {
                d,
                n,
                i: Off2::new(0),
            },
            2 | 3 => Insn::LdrDisp16 {
                d,
                n,
                i: Off4::new(0),
            },
            4 => Insn::LdrdDisp16 {
                d,
                n,
                i: Off8::new(0),
            },
            5 => Insn::StrbDisp16 {
                d,
                n,
                i: Off1::new(0),
            },
            6 => Insn::StrhDisp16 {
                d,
                n,
                i: Off2::new(0),
            },
            7..=9 => Insn::StrDisp16 {
                d,
                n,
                i: Off4::new(0),
            },
            10 => Insn::StrdDisp16 {
                d,
                n,
                i: Off8::new(0),
            },
            11 => Insn::Testset32 { d, n, s, m },
            12 => Insn::Movts32 { d, i },
            _ => Insn::Movfs32 { d, i },
        },
    );
    for _ in 0..a[7] & 7 {
        put(code, Insn::Nop {});
    }
}

/// What register accesses a seed has: mostly words of registers that there are.
fn usual(r: &mut Random) -> [u8; 8] {
    let mut a = [0; 8];
    a.copy_from_slice(&r.bytes(8));
    if r.below(4) > 0 {
        let at = r.pick(special::REGISTERS).0 - REGISTERS;
        // The windows of the cores come first, the own one behind them.
        a[0] = r.below(17) as u8;
        [a[1], a[2]] = (at as u16).to_be_bytes();
        a[3] = a[3] & 0xc0 | *r.pick(&[2, 7]);
    }
    a
}

fn traffic_seeds() -> Vec<Vec<u8>> {
    let noise = |seed: u64| {
        let mut r = Random::new(seed);
        let mut bytes = r.bytes(2);
        for _ in 0..100 {
            bytes.extend(usual(&mut r));
        }
        bytes
    };
    (3000..3012).map(noise).collect()
}

fn elf(data: &[u8]) {
    let expected = conformance::images("epiphany");
    let image = match Image::parse(Path::new(PLACE), data, expected) {
        Ok(image) => Arc::new(image),
        Err(e) => return assert!(e.cause.len() > 20, "cause and remedy: {e}"),
    };
    let mut m = bare();
    match m.load(image, &[0, 5]) {
        Ok(()) => {
            m.boot().expect("the board boots");
            m.start(&[5]).expect("the core is there");
            m.run(Tick(5000));
            m.finish();
            rig::adds_up(&m);
        }
        Err(e) => assert!(e.len() > 20, "cause and remedy: {e}"),
    }
}

fn elf_seeds() -> Vec<Vec<u8>> {
    let demo = std::fs::read(prebuilt("parallella/pingring")).expect("the image is there");
    vec![demo]
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueboard_cpu_epiphany::meters::Meter;

    /// The frame does its work: random programs begin, and go on.
    #[test]
    fn all_cores_run_their_programs() {
        let mut ran = [0; CORES.len()];
        for seed in 0..20 {
            let mut r = Random::new(seed);
            let image = image(&std::array::from_fn(|_| noise(&mut r, 100)));
            let mut m = loaded(&image);
            m.boot().expect("it boots");
            m.start(&others()).expect("the cores are there");
            m.run(Tick(TICKS));
            m.finish();
            for (n, core) in CORES.iter().enumerate() {
                ran[n] += m.meters().cores[*core as usize].get(Meter::Instructions);
            }
        }
        println!("{ran:?} instructions");
        // The start alone has 36.
        assert!(ran.iter().all(|&n| n > 20 * 100), "{ran:?}");
    }
}
