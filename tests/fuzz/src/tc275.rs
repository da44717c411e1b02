//! A TC275 with any machine code on its three cores, with any traffic to its devices, and with any
//! ELF image.

use crate::Target;
use crate::rig::{self, PLACE};
use crate::tricore;
use conformance::random::Random;
use conformance::tiny::{Part, Tiny};
use conformance::tricore::assemble;
use conformance::{board_of, prebuilt};
use std::path::Path;
use std::sync::{Arc, LazyLock};
use trueboard_board::{BoardModel, Image, Machine, machine};
use trueboard_core::time::Tick;

/// Any machine code. The first two bytes choose when a snapshot is made; what follows is dealt to
/// the cores in thirds.
pub const CODE: Target = Target {
    name: "code_tc275",
    run: code,
    seeds: code_seeds,
    words: &[],
    longest: 3072,
    mutations: 60,
};

/// Any traffic to the registers of devices, stages and other cores. The first two bytes choose when
/// a snapshot is made; each eight that follow are one access.
pub const TRAFFIC: Target = Target {
    name: "traffic_tc275",
    run: traffic,
    seeds: traffic_seeds,
    words: &[],
    longest: 2048,
    mutations: 60,
};

/// ELF images: refused with a reason, or loaded, and if loaded they run somehow.
pub const ELF: Target = Target {
    name: "elf_tc275",
    run: elf,
    seeds: elf_seeds,
    words: &["\x7fELF", ".debug_info", ".symtab"],
    longest: 1 << 16,
    mutations: 500,
};

/// Cycles of a run.
const TICKS: u64 = 20_000;
/// ELF machine number of TriCore.
const TRICORE: u16 = 44;
const CORES: usize = 3;
/// Where core n has its code: cached flash, `ROOM` bytes each.
const PROGRAMS: u32 = 0x8000_1000;
const ROOM: usize = 0x1000;

/// The TC275 with small memories: every digest reads every byte.
static BOARD: LazyLock<BoardModel> = LazyLock::new(|| {
    board_of(
        "tc275/hello",
        &[
            "memories.pf0.size=0x8000",
            "memories.pf1.size=0x1000",
            "memories.dflash0.size=0x1000",
            "memories.dflash1.size=0x1000",
        ],
    )
});

/// Every core has 16 context save areas at 0xD0001000 in its own scratchpad, pointers to all kinds of
/// memory, and goes to its program. Traps skip two bytes and return.
const START: &str = "
        mfcr    %d0, $core_id        # CORE_ID
        sh      %d0, %d0, 12
        set     0x80001000, %a15
        mov.d   %d1, %a15
        add     %d0, %d1
        mov.a   %a15, %d0
        set     0x000d0040, %d0      # areas at 0xD0001000: FCX
        mtcr    $fcx, %d0
        set     0x000d0042, %d0      # LCX
        mtcr    $lcx, %d0
        set     0xd0002000, %a10
        set     0xd0003000, %a2
        set     0x90001000, %a3
        set     0x60001000, %a4
        set     0x70001000, %a5
        set     0xa0001000, %a6
        set     0x50001000, %a7
        set     0x0010000c, %d3
        mov     %d4, -1
        ji      %a15";

/// The handler of every trap class.
const HANDLER: &str = "
        mov.d   %d15, %a11
        add     %d15, 2
        mov.a   %a11, %d15
        rfe";

fn image(programs: &[Vec<u8>; CORES]) -> Arc<Image> {
    let mut parts = vec![Part {
        at: 0x8000_0020,
        bytes: assemble(0x8000_0020, START).bytes,
    }];
    assert!(parts[0].bytes.len() < 0xe0, "the vectors follow");
    for class in 0..8 {
        parts.push(Part {
            at: 0x8000_0100 + 32 * class,
            bytes: assemble(0, HANDLER).bytes,
        });
    }
    let area = |n: u32| if n < 15 { 0x000d_0041 + n } else { 0 };
    let areas = (0..16).flat_map(|n| {
        let mut bytes = area(n).to_le_bytes().to_vec();
        bytes.resize(64, 0);
        bytes
    });
    parts.push(Part {
        at: 0xd000_1000,
        bytes: areas.collect(),
    });
    for (n, program) in (0..).zip(programs) {
        if !program.is_empty() {
            parts.push(Part {
                at: PROGRAMS + n * ROOM as u32,
                bytes: program.clone(),
            });
        }
    }
    let tiny = Tiny {
        functions: Vec::new(),
        parts,
        entry: 0x8000_0020,
        machine: TRICORE,
        kind: 2,
        little_endian: true,
    };
    let expected = conformance::images("tricore");
    Arc::new(Image::parse(Path::new(PLACE), &tiny.bytes(), expected).expect("it is sound"))
}

fn bare() -> Machine {
    machine(&BOARD.place, &BOARD.file, false).expect("the board is sound")
}

fn check(programs: &[Vec<u8>; CORES], split: [u8; 2]) {
    let image = image(programs);
    let make = || {
        let mut m = bare();
        m.load(image.clone(), &[0, 1, 2]).expect("it fits");
        m
    };
    let split = (TICKS * u64::from(u16::from_be_bytes(split))) >> 16;
    rig::check_machine(&make, &[1, 2], TICKS, split);
}

fn code(data: &[u8]) {
    let Some((split, rest)) = data.split_first_chunk::<2>() else {
        return;
    };
    let each = rest.len() / CORES;
    let part = |n: usize| rest[n * each..(n + 1) * each].to_vec();
    check(&[part(0), part(1), part(2)], *split);
}

fn code_seeds() -> Vec<Vec<u8>> {
    let rows = |seed: u64| {
        let mut r = Random::new(seed);
        let mut bytes = r.bytes(2);
        for _ in 0..300 {
            let (word, len) = tricore::word(&mut r);
            bytes.extend(&word.to_le_bytes()[..len as usize]);
        }
        bytes
    };
    (0..12).map(rows).collect()
}

/// First address and size of everything that has registers: devices, stages, the cores.
static AREAS: LazyLock<Vec<(u32, u32)>> = LazyLock::new(|| {
    let stages = BOARD.file.stages.iter();
    let stages = stages.filter_map(|s| Some((s.at? as u32, s.size as u32)));
    let devices = BOARD.file.devices.iter();
    let devices = devices.map(|d| (d.at as u32, d.size as u32));
    let cores = [0xf881_0000, 0xf883_0000, 0xf885_0000].map(|at| (at, 0x1_0000));
    stages.chain(devices).chain(cores).collect()
});

fn traffic(data: &[u8]) {
    let Some((split, rest)) = data.split_first_chunk::<2>() else {
        return;
    };
    let mut text: [String; CORES] = Default::default();
    for a in rest.as_chunks::<8>().0 {
        access(&mut text[usize::from(a[3] >> 6) % CORES], a);
    }
    let program = |n: usize| {
        let mut bytes = assemble(0, &format!("{}\nend: j end", text[n])).bytes;
        bytes.truncate(ROOM);
        bytes
    };
    check(&[program(0), program(1), program(2)], *split);
}

/// Area, offset (2), what and who, value (3), pause after it.
fn access(text: &mut String, a: &[u8; 8]) {
    let (at, size) = AREAS[usize::from(a[0]) % AREAS.len()];
    let at = at + u32::from(u16::from_be_bytes([a[1], a[2]])) % size.max(1);
    let v = u32::from_be_bytes([0, a[4], a[5], a[6]]);
    let value = match a[4] >> 6 {
        0 => v,
        1 => 1 << (v & 31),
        2 => v << 10,
        _ => !(v & 0xffff),
    };
    let insn = match a[3] % 9 {
        0 => "ld.bu %d2, [%a4]0",
        1 => "ld.hu %d2, [%a4]0",
        2 | 3 => "ld.w %d2, [%a4]0",
        4 => "ld.d %e2, [%a4]0",
        5 => "st.b [%a4]0, %d2",
        6 => "st.h [%a4]0, %d2",
        7 => "st.w [%a4]0, %d2",
        _ => "ldmst [%a4]0, %e2",
    };
    text.push_str(&format!("set {at:#x}, %a4\nset {value:#x}, %d2\n{insn}\n"));
    for _ in 0..a[7] & 7 {
        text.push_str("nop\n");
    }
}

fn traffic_seeds() -> Vec<Vec<u8>> {
    let noise = |seed: u64| {
        let mut r = Random::new(seed);
        let mut bytes = r.bytes(2);
        for _ in 0..100 {
            let mut a = r.bytes(8);
            // Most registers lie at the beginning, on word boundaries, and are read as words.
            if r.below(4) > 0 {
                a[1] &= 1;
                a[2] &= !3;
                a[3] = a[3] & 0xc0 | *r.pick(&[2, 7]);
            }
            bytes.extend(a);
        }
        bytes
    };
    (2000..2012).map(noise).collect()
}

fn elf(data: &[u8]) {
    let expected = conformance::images("tricore");
    let image = match Image::parse(Path::new(PLACE), data, expected) {
        Ok(image) => Arc::new(image),
        Err(e) => return assert!(e.cause.len() > 20, "cause and remedy: {e}"),
    };
    let mut m = bare();
    match m.load(image, &[0]) {
        Ok(()) => {
            m.boot().expect("the board boots");
            m.run(Tick(5000));
            m.finish();
            rig::adds_up(&m);
        }
        Err(e) => assert!(e.len() > 20, "cause and remedy: {e}"),
    }
}

fn elf_seeds() -> Vec<Vec<u8>> {
    let hello = std::fs::read(prebuilt("tc275/hello")).expect("the image is there");
    vec![hello]
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueboard_cpu_tricore::meters::Meter;

    /// The frame does its work: random programs begin, trap, and go on.
    #[test]
    fn all_cores_run_their_programs() {
        let mut r = Random::new(1);
        let mut program = || {
            let words = (0..200).map(|_| tricore::word(&mut r));
            let bytes = words.flat_map(|(w, len)| w.to_le_bytes().into_iter().take(len as usize));
            bytes.collect::<Vec<u8>>()
        };
        let image = image(&[program(), program(), program()]);
        let mut m = bare();
        m.load(image, &[0, 1, 2]).expect("it fits");
        m.boot().expect("it boots");
        m.start(&[1, 2]).expect("the cores are there");
        m.run(Tick(TICKS));
        m.finish();
        for (i, bank) in m.meters().cores.iter().enumerate() {
            let (n, traps) = (bank.get(Meter::Instructions), bank.get(Meter::Traps));
            println!("core {i}: {n} instructions, {traps} traps");
            assert!(
                n > 100 && traps > 5,
                "core {i}: {n} instructions, {traps} traps"
            );
        }
    }
}
