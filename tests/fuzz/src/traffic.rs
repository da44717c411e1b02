//! Any traffic to the registers of devices and stages, of all widths, from all cores, with time
//! going on between. The first two bytes choose when a snapshot is made; each eight that follow are
//! one access.

use crate::Target;
use crate::rig::{BOARD, check, each_core};
use conformance::random::Random;
use conformance::tiny::{self, G1, G2};
use std::sync::LazyLock;
use trueboard_cpu_sparcv8::isa::{Addr, Gpr, GprPair, Insn, Src2};

pub const TARGET: Target = Target {
    name: "traffic",
    run,
    seeds,
    words: &[],
    longest: 2048,
    mutations: 60,
};

/// Base ticks; two are a cycle.
const TICKS: u64 = 200_000;

/// First address and size of everything that has registers; the end of the run left out.
static AREAS: LazyLock<Vec<(u32, u32)>> = LazyLock::new(|| {
    let stages = BOARD
        .file
        .stages
        .iter()
        .filter_map(|s| Some((s.at?, s.size)));
    let devices = BOARD.file.devices.iter().filter(|d| d.kind != "exitdev");
    stages
        .chain(devices.map(|d| (d.at, d.size)))
        .map(|(at, size)| (at as u32, size as u32))
        .collect()
});

fn run(data: &[u8]) {
    let Some((split, rest)) = data.split_first_chunk::<2>() else {
        return;
    };
    let mut code: [Vec<u32>; 4] = Default::default();
    for a in rest.as_chunks::<8>().0 {
        access(&mut code[usize::from(a[3] >> 6)], a);
    }
    for c in &mut code {
        c.extend([
            tiny::branch(trueboard_cpu_sparcv8::isa::Cond::ALWAYS, 0),
            tiny::nop(),
        ]);
    }
    let image = each_core(&code);
    check(
        &image,
        TICKS,
        (TICKS * u64::from(u16::from_be_bytes(*split))) >> 16,
    );
}

/// Area, offset (2), what and who, value (3), pause after it.
fn access(code: &mut Vec<u32>, a: &[u8; 8]) {
    let (at, size) = AREAS[usize::from(a[0]) % AREAS.len()];
    let offset = u32::from(u16::from_be_bytes([a[1], a[2]])) % size.max(1);
    let v = u32::from_be_bytes([0, a[4], a[5], a[6]]);
    // Small numbers, single bits, and the like in the upper half.
    let value = match a[4] >> 6 {
        0 => v,
        1 => 1 << (v & 31),
        2 => v << 10,
        _ => !(v & 0xffff),
    };
    code.extend(tiny::set(at + offset, G1));
    code.extend(tiny::set(value, G2));
    let (rd, addr) = (
        G2,
        Addr {
            rs1: G1,
            op2: Src2::Imm(0),
        },
    );
    let pair = GprPair::new(2);
    let insn = match a[3] % 11 {
        0 => Insn::Ldub { rd, addr },
        1 => Insn::Lduh { rd, addr },
        2 | 3 => Insn::Ld { rd, addr },
        4 => Insn::Ldd { rd: pair, addr },
        5 => Insn::Stb { rd, addr },
        6 => Insn::Sth { rd, addr },
        7 | 8 => Insn::St { rd, addr },
        9 => Insn::Std { rd: pair, addr },
        _ => Insn::Swap { rd, addr },
    };
    code.push(insn.encode());
    if a[7] != 0 {
        let counter = Gpr::new(4);
        code.extend(tiny::set(u32::from(a[7]), counter));
        code.push(tiny::addcc(counter, -1, counter));
        code.extend([tiny::branch(tiny::NOT_EQUAL, -1), tiny::nop()]);
    }
}

fn seeds() -> Vec<Vec<u8>> {
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
    (1000..1012).map(noise).collect()
}
