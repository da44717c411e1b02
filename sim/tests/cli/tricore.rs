//! Firmware of the TC275 that goes wrong: what is said, and with which exit code.

use crate::common::{Said, file, holds, refused, say};
use conformance::tiny::{Part, Tiny};
use std::path::PathBuf;
use tempfile::TempDir;
use trueboard_cpu_tricore::isa::Insn;
use trueboard_cpu_tricore::isa::operands::{A, Base, Csfr, D, Disp, K, Ku, Off};

/// Where programs begin: behind the boot mode header, in the cached view of the flash.
const START: u32 = 0x8000_0020;
/// The trap vectors after reset, in the same view.
const VECTORS: u32 = 0x8000_0100;
/// ELF machine number of TriCore.
const TRICORE: u16 = 44;

fn bytes(program: &[Insn]) -> Vec<u8> {
    let one = |i: &Insn| i.encode().to_le_bytes()[..i.op().width() as usize / 8].to_vec();
    program.iter().flat_map(one).collect()
}

fn elf(program: &[Insn]) -> Tiny {
    let code = bytes(program);
    Tiny {
        functions: vec![("start".to_owned(), START, code.len() as u32)],
        parts: vec![Part {
            at: START,
            bytes: code,
        }],
        entry: START,
        machine: TRICORE,
        kind: 2,
        little_endian: true,
    }
}

fn run(tiny: &Tiny, more: &[&str]) -> (TempDir, PathBuf, Said) {
    let (dir, path) = file(&tiny.bytes());
    let mut words = vec![
        "run",
        path.to_str().expect("UTF-8"),
        "--board",
        "tc275",
        "-q",
    ];
    words.extend(more);
    let said = say(&words);
    (dir, path, said)
}

fn a(n: u8) -> A {
    A::new(n)
}

/// `a4` = `value`.
fn address(value: u32) -> [Insn; 2] {
    let low = (value as i32) << 16 >> 16;
    let high = value.wrapping_sub(low as u32) >> 16;
    [
        Insn::MovhARlc {
            d: a(4),
            b: Ku::new(high as i32),
        },
        Insn::LeaBol {
            d: a(4),
            b: a(4),
            o: Off::new(low),
            m: Base,
        },
    ]
}

/// Stores d0 to `value`.
fn store(value: u32) -> Vec<Insn> {
    let mut code = address(value).to_vec();
    code.push(Insn::StWBoBase {
        b: a(4),
        o: Off::new(0),
        m: Base,
        a: D::new(0),
    });
    code.push(Insn::DsyncSys {});
    code
}

/// Ends the run as start-up code does, with `status` in A14.
fn end(status: u16) -> Vec<Insn> {
    let mov = Insn::MovURlc {
        d: D::new(1),
        b: Ku::new(status.into()),
    };
    let to_a14 = Insn::MovARr {
        d: a(14),
        b: D::new(1),
    };
    vec![mov, to_a14, Insn::DebugSys {}]
}

/// The program stops in a crash that is reported with all of `parts`.
#[track_caller]
fn crashes(program: &[Insn], parts: &[&str]) {
    image_crashes(&elf(program), parts);
}

/// The same for an image; report and trace are written all the same.
#[track_caller]
fn image_crashes(image: &Tiny, parts: &[&str]) {
    let out = tempfile::tempdir().expect("a temporary directory");
    let out = out.path().to_str().expect("UTF-8");
    let (_dir, _, said) = run(image, &["--out", out, "--trace", "perfetto"]);
    assert_eq!(said.code, Some(4), "{}", said.err);
    let json = |name: &str| -> serde_json::Value {
        let text = std::fs::read_to_string(format!("{out}/{name}")).expect(name);
        serde_json::from_str(&text).expect(name)
    };
    let outcome = json("report.json")["outcome"].to_string();
    holds(&outcome, &["\"core\":0", "trap class "]);
    assert!(json("perfetto/trace.json").is_array());
    let first = said.err.lines().next().unwrap_or_default();
    holds(first, &["trueboard: core 0 stopped at 0x", "trap class "]);
    holds(first, parts);
    assert!(
        said.err.lines().any(|l| l.starts_with("  0x")),
        "{}",
        said.err
    );
}

#[test]
fn programs_end_with_debug() {
    let (_dir, path, said) = run(&elf(&end(0x900d)), &[]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let other = format!("1={}", path.display());
    let said = say(&["run", "--image", &other, "--board", "tc275", "-q"]);
    assert_eq!(said.code, Some(0), "on core 1: {}", said.err);
    let (_dir, _, said) = run(&elf(&end(7)), &[]);
    assert_eq!(said.code, Some(1));
    holds(&said.err, &["the firmware ended with status 7"]);
}

#[test]
fn another_machine() {
    let mut tiny = elf(&end(0x900d));
    tiny.machine = 2;
    let (_dir, _, said) = run(&tiny, &[]);
    refused(&said, 3, &["is for", "this core runs TriCore"]);
    tiny.machine = TRICORE;
    tiny.entry = START + 1;
    let (_dir, _, said) = run(&tiny, &[]);
    refused(&said, 3, &["not on a halfword boundary"]);
}

#[test]
fn views_of_one_memory() {
    // Linked for the non-cached view, data in the LMU's; both are loaded where the memory is.
    let mut tiny = elf(&end(0x900d));
    tiny.parts[0].at = 0xa000_0020;
    tiny.entry = 0xa000_0020;
    tiny.functions[0].1 = 0xa000_0020;
    tiny.parts.push(Part {
        at: 0xb000_0000,
        bytes: vec![1; 64],
    });
    let (_dir, _, said) = run(&tiny, &[]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
}

#[test]
fn an_image_for_another_core() {
    let mut tiny = elf(&end(0x900d));
    tiny.parts.push(Part {
        at: 0xd000_0000,
        bytes: vec![0; 0x1d000],
    });
    let (_dir, path, said) = run(&tiny, &[]);
    refused(
        &said,
        3,
        &[
            "is an image for another core",
            "0xd0000000 of 0x1d000 bytes does not fit core 0 (cpu0)",
            "cpu0-dspr has 0x1c000 bytes",
            "it fits core 1 (--image 1=ELF)",
        ],
    );
    let other = format!("1={}", path.display());
    let said = say(&["run", "--image", &other, "--board", "tc275", "-q"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
}

#[test]
fn a_trap_without_handler() {
    // BTV, which ENDINIT protects.
    let vectors = Insn::MtcrRlc {
        b: Csfr::new(0xfe24),
        a: D::new(0),
    };
    // The refused write traps behind the instruction. No context is free, so that the trap finds
    // none; both are reported.
    let program = [vectors, Insn::NopSr {}];
    crashes(
        &program,
        &[
            "<start+0x4>: trap class 4 TIN 3, DAE",
            "no context is free",
            "trap class 3 TIN 4, FCU",
        ],
    );
    let (_dir, _, said) = run(&elf(&program), &[]);
    let refused = "core 0 at pc 0x80000020: MTCR: write of btv refused with a bus error";
    holds(&said.err, &[refused]);
}

#[test]
fn contexts_run_out() {
    let call = Insn::CallB { t: Disp::new(0) };
    crashes(
        &[Insn::NopSr {}, call],
        &[
            "<start+0x2>",
            "trap class 3 TIN 4, FCU (free context list underflow)",
        ],
    );
}

#[test]
fn a_trap_in_a_trap() {
    let mut tiny = elf(&[Insn::CallB { t: Disp::new(0) }]);
    // The handler of class 3 traps again.
    tiny.parts.push(Part {
        at: VECTORS + 3 * 32,
        bytes: bytes(&[Insn::CallB { t: Disp::new(0) }]),
    });
    let (_dir, _, said) = run(&tiny, &[]);
    assert_eq!(said.code, Some(4), "{}", said.err);
    holds(
        &said.err,
        &[
            "core 0 stopped at 0x80000020 <start+0x0>: trap class 3 TIN 4, FCU",
            "; in its handler, at 0xa0000160: ",
            "trap class 3 TIN 4, FCU",
            "there was none for trap class 3 TIN 4, FCU (free context list underflow) at 0x80000020",
        ],
    );
}

/// A list of free contexts at 0xD0000000 with two behind the limit, and `code` behind what sets it up.
fn with_contexts(count: u32, code: &[Insn]) -> Tiny {
    let link = |i: u32| 0xd_0000 + i;
    let set = |value: u32, register: u16| {
        [
            Insn::MovhRlc {
                d: D::new(1),
                b: Ku::new((value >> 16) as i32),
            },
            Insn::AddiRlc {
                d: D::new(1),
                a: D::new(1),
                b: K::new(value as i32 & 0xffff),
            },
            Insn::MtcrRlc {
                b: Csfr::new(register),
                a: D::new(1),
            },
        ]
    };
    // FCX, LCX.
    let all = [
        &set(link(0), 0xfe38)[..],
        &set(link(count - 3), 0xfe3c),
        code,
    ]
    .concat();
    let mut tiny = elf(&all);
    let words = (0..count).flat_map(|i| {
        let next = if i + 1 < count { link(i + 1) } else { 0 };
        [next].into_iter().chain([0; 15])
    });
    tiny.parts.push(Part {
        at: 0xd000_0000,
        bytes: words.flat_map(u32::to_le_bytes).collect(),
    });
    tiny
}

/// Calls that never return reach the limit of the list.
#[test]
fn contexts_are_depleted() {
    image_crashes(
        &with_contexts(8, &[Insn::CallB { t: Disp::new(0) }]),
        &[
            "<start+0x18>",
            "trap class 3 TIN 1, FCD (free context list depleted)",
            "there is no handler at its vector 0xa0000160",
        ],
    );
}

/// A handler that traps for ever has the contexts depleted, too; one that traps without them is reported
/// with what it was for.
#[test]
fn handlers_that_trap() {
    // A handler that is no instruction: of the system instructions, number 63.
    let bad = |class: u32| Part {
        at: VECTORS + class * 32,
        bytes: 0x0fc0_000d_u32.to_le_bytes().to_vec(),
    };
    let call = [Insn::SyscallRc { b: Ku::new(3) }];
    let mut tiny = with_contexts(8, &call);
    tiny.parts.push(bad(6));
    image_crashes(
        &tiny,
        &[
            "core 0 stopped at 0x8000003c",
            "; in its handler, at 0xa00001c0: trap class 2",
            "trap class 2 TIN 1, IOPC (illegal opcode)",
            "there is no handler at its vector 0xa0000140",
        ],
    );
    tiny.parts.push(bad(2));
    image_crashes(
        &tiny,
        &[
            "; in its handler, at 0xa0000140: ",
            "trap class 3 TIN 1, FCD (free context list depleted)",
        ],
    );
    let mut tiny = elf(&call);
    tiny.parts.push(bad(3));
    image_crashes(
        &tiny,
        &[
            "; in its handler, at 0xa0000160: ",
            "trap class 2 TIN 1, IOPC (illegal opcode)",
            "there was none for trap class 6 TIN 3, SYS (system call) at 0x80000024",
        ],
    );
}

/// Firmware that gives up in a handler is reported with what the handler was for.
#[test]
fn programs_end_in_handlers() {
    let call = [Insn::SyscallRc { b: Ku::new(3) }];
    let handler = |code: &[Insn]| Part {
        at: VECTORS + 6 * 32,
        bytes: bytes(code),
    };
    let mut tiny = with_contexts(8, &call);
    tiny.parts.push(handler(&end(7)));
    let (_dir, _, said) = run(&tiny, &[]);
    assert_eq!(said.code, Some(1));
    holds(
        &said.err,
        &[
            "the firmware ended with status 7; core 0 was in its handler of \
             trap class 6 TIN 3, SYS (system call) at 0x8000003c",
        ],
    );
    let mut tiny = with_contexts(8, &call);
    tiny.parts.push(handler(&[Insn::JB { t: Disp::new(0) }]));
    let (_dir, _, said) = run(&tiny, &["--until", "1000"]);
    assert_eq!(said.code, Some(5), "{}", said.err);
    holds(
        &said.err,
        &["core 0 was at 0xa00001c0, in its handler of trap class 6 TIN 3, SYS"],
    );
    // It comes back, and the program ends by itself.
    let mut tiny = with_contexts(8, &[&call[..], &end(7)].concat());
    tiny.parts.push(handler(&[Insn::RfeSys {}]));
    let (_dir, _, said) = run(&tiny, &[]);
    assert_eq!(
        said.err.trim(),
        "trueboard: the firmware ended with status 7"
    );
}

/// What ENDINIT or a read-only memory refuses is a trap to the firmware, and a warning to the user.
#[test]
fn refused_writes() {
    for (at, warning) in [
        (
            0xf003_6030,
            "scu+0x30 at pc 0x80000028 <start+0x8>: CCUCON0: write by core 0 refused",
        ),
        (
            0xf000_0000,
            "stm0+0x0 at pc 0x80000028 <start+0x8>: CLC: write by core 0 refused",
        ),
        (
            0x8001_0000,
            "core 0 at pc 0x80000028 <start+0x8>: write to 0x80010000",
        ),
        (
            0xa001_0000,
            "core 0 at pc 0x80000028 <start+0x8>: write to 0x80010000",
        ),
    ] {
        let (_dir, _, said) = run(&elf(&store(at)), &[]);
        assert_eq!(said.code, Some(4), "{}", said.err);
        let first = said.err.lines().next().unwrap_or_default();
        holds(
            first,
            &["core 0 stopped at 0x8000002", "trap class 4 TIN 3, DAE"],
        );
        holds(
            first,
            &["no context is free to save", "trap class 3 TIN 4, FCU"],
        );
        holds(&said.err, &[warning]);
    }
}

/// A register that is declared only is a warning by its name.
#[test]
fn priorities_of_the_crossbar() {
    let program = [store(0xf870_004c), end(0x900d)].concat();
    let (_dir, _, said) = run(&elf(&program), &[]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let warning = "<start+0x8>: SRI crossbar is not modelled: XBAR_PRIOL0 written, value lost";
    holds(&said.err, &[warning]);
}

#[test]
fn watchdogs_reset() {
    let (_dir, _, said) = run(&elf(&[Insn::JB { t: Disp::new(0) }]), &[]);
    assert_eq!(said.code, Some(4), "{}", said.err);
    holds(
        &said.err,
        &[
            "warning: scu+0x100: the watchdog of CPU 0 ran out; disable or serve it in the firmware, or leave \
             it stopped, as a debugger does: --set devices.scu.params.watchdogs=false",
        ],
    );
    // Without it the loop is where the run ends: there is nothing else to come.
    let off = ["--set", "devices.scu.params.watchdogs=false"];
    let (_dir, _, said) = run(&elf(&[Insn::JB { t: Disp::new(0) }]), &off);
    assert_eq!(said.code, Some(5), "{}", said.err);
    holds(&said.err, &["core 0 jumping to itself", "<start+0x0>"]);
}

#[test]
fn the_dictionary_of_the_board() {
    let said = say(&["events", "tc275"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    holds(
        &said.out,
        &[
            "counters of cpu0\n",
            "counters of cpu1, cpu2\n",
            "M1CNT = 2 DRB_HIT [meter drb_hits]",
            "M3CNT = 1 MULTI_ISSUE [meter multi_issue]",
        ],
    );
    assert!(!said.out.contains("window_traps"), "a meter of other cores");
    let said = say(&["boards", "tc275"]);
    holds(
        &said.out,
        &[
            "  cpu0       tricore at 200_000_000 Hz",
            "0xf0036000-0xf00363ff  scu (tc27x-scu)",
            "+0x0030 CCUCON0",
        ],
    );
}
