//! A board with cores of two kinds: those of a TC275 and, on the same bus, a LEON with a memory of its own for
//! its code. Each runs its own image, and they talk through the LMU memory, each in its own byte order.

use conformance::tiny::{CODE, Part, Tiny};
use conformance::{asm, board_of, run, tricore};
use std::path::{Path, PathBuf};
use trueboard_board::report::OutcomeKind;
use trueboard_board::{BoardModel, InputError, Options};

/// Where a TriCore begins: behind the boot mode header.
const START: u32 = 0x8000_0020;
/// Number of the LEON.
const LEON: usize = 3;

fn board() -> BoardModel {
    let mut board = board_of("tc275/hello", &[]);
    let mini = board_of("leon3-mini/hello", &[]);
    let mut leon = mini.file.cores[0].clone();
    leon.id = "leon".to_owned();
    leon.clock = "cpu".to_owned();
    board.file.cores.push(leon);
    let lmu = board.file.memories.iter().find(|m| m.name == "lmu");
    let mut memory = lmu.expect("the LMU memory").clone();
    (memory.name, memory.at, memory.size) = ("leon-ram".to_owned(), 0, 0x4000);
    board.file.memories.push(memory);
    board
}

/// Adds one to the word that the LEON leaves, and leaves it for the LEON.
fn tricore_image(dir: &Path) -> PathBuf {
    let program = tricore::assemble(
        START,
        "        set 0xb0000000, %a4
         wait:   ld.w %d0, [%a4]0
                 jeq %d0, 0, wait
                 add %d0, 1
                 st.w [%a4]4, %d0
         done:   j done",
    );
    let image = Tiny {
        parts: vec![Part {
            at: START,
            bytes: program.bytes.clone(),
        }],
        entry: START,
        machine: 44,
        kind: 2,
        little_endian: true,
        functions: vec![("start".to_owned(), START, program.bytes.len() as u32)],
    };
    image.write(dir, "tricore")
}

/// Leaves 42, as a TriCore reads it, and ends with what comes back.
fn leon_image(dir: &Path) -> PathBuf {
    let program = asm::assemble(
        CODE,
        "set 0x90000000, %l0; set 42, %l1; sll %l1, 24, %l1; st %l1, [%l0]
         w: ld [%l0 + 4], %g1; cmp %g1, 0; be w; nop
         srl %g1, 24, %o0; set 1, %g1; set 0xf80, %g2; wr %g2, %psr; nop; nop; nop; ta 0",
    );
    Tiny::new(&program.words).write(dir, "leon")
}

#[test]
fn two_instruction_sets_on_one_bus() {
    let dir = tempfile::tempdir().expect("there is room");
    let options = Options {
        images: vec![
            (tricore_image(dir.path()), vec![0]),
            (leon_image(dir.path()), vec![LEON]),
        ],
        start: vec![LEON],
        ..Options::default()
    };
    let report = run(&board(), options).report;
    let o = &report.outcome;
    assert_eq!(
        (o.kind, o.core, o.status),
        (OutcomeKind::Failure, Some(3), Some(43)),
        "{o:?}"
    );
    let kinds: Vec<&str> = report.cores.iter().map(|c| c.kind.as_str()).collect();
    assert_eq!(kinds, ["tricore", "tricore", "tricore", "leon"]);
    // Each kind has its own meters.
    let has = |core: usize, meter: &str| report.cores[core].meters.contains_key(meter);
    assert!(has(0, "ip_dispatch_stall") && !has(LEON, "ip_dispatch_stall"));
    assert!(has(LEON, "window_traps") && !has(0, "window_traps"));
}

#[test]
fn an_image_is_for_cores_of_one_kind() {
    let dir = tempfile::tempdir().expect("there is room");
    let options = |image: PathBuf, cores: &[usize]| Options {
        images: vec![(image, cores.to_vec())],
        ..Options::default()
    };
    let wrong = |o| {
        let e = conformance::try_run(&board(), o).err();
        e.as_ref()
            .map(InputError::to_string)
            .expect("it is refused")
    };
    let leon = leon_image(dir.path());
    let text = wrong(options(leon.clone(), &[0, LEON]));
    assert!(
        text.contains("cores of two kinds, tricore and leon"),
        "{text}"
    );
    let text = wrong(options(leon, &[0]));
    assert!(text.contains("TriCore"), "{text}");
}
