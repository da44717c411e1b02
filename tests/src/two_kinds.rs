//! A board with cores of two kinds: those of a TC275 and, on the same bus, a LEON with a memory of its own for its
//! code. They talk through the LMU memory, each in its own byte order.

use crate::tiny::{CODE, Part, Tiny};
use crate::{asm, root, tricore};
use std::path::{Path, PathBuf};

/// Where the TriCore begins: behind the boot mode header.
pub const START: u32 = 0x8000_0020;
/// Number of the LEON.
pub const LEON: usize = 3;

fn models(name: &str) -> String {
    let path = root().join(format!("models/boards/{name}.ron"));
    std::fs::read_to_string(path).expect("a board of the repository")
}

/// Writes the board file to `dir`.
///
/// # Panics
/// When the files that it is made of have changed their form.
pub fn board(dir: &Path) -> PathBuf {
    let mini = models("leon3-mini");
    let leon = mini.split_once("cores: [").expect("its cores").1;
    let leon = leon.split_once("],\n    stages:").expect("their end").0;
    let leon = leon.replacen("id: \"cpu\"", "id: \"leon\"", 1);
    let tc275 = models("tc275");
    let (cores, rest) = tc275.split_once("    ],\n    stages:").expect("its cores");
    let text = format!("{cores}{leon}    ],\n    stages:{rest}");
    let memory = r#"memories: [
        (name: "leon-ram", at: 0, size: 0x4000, route: ["sri-lmu", "lmu-ram"]),"#;
    let text = text.replacen("memories: [", memory, 1);
    let path = dir.join("two-kinds.ron");
    std::fs::write(&path, text).expect("there is room");
    path
}

/// The TriCore's image: adds one to the word that the LEON leaves, and leaves it for the LEON.
pub fn tricore_image(dir: &Path) -> PathBuf {
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

/// The LEON's image: leaves 42, as a TriCore reads it, and ends with what comes back.
pub fn leon_image(dir: &Path) -> PathBuf {
    let program = asm::assemble(
        CODE,
        "set 0x90000000, %l0; set 42, %l1; sll %l1, 24, %l1; st %l1, [%l0]
         w: ld [%l0 + 4], %g1; cmp %g1, 0; be w; nop
         srl %g1, 24, %o0; set 1, %g1; set 0xf80, %g2; wr %g2, %psr; nop; nop; nop; ta 0",
    );
    Tiny::new(&program.words).write(dir, "leon")
}
