//! `--set`, one a line, on the GR740: refused with a reason, or a board comes out of it.

use crate::Target;
use crate::rig::PLACE;
use conformance::root;
use std::sync::LazyLock;
use trueboard_board::{board, machine, schema, set};

pub const TARGET: Target = Target {
    name: "set",
    run,
    seeds,
    words: &[
        "=",
        ".",
        "cores",
        "cpu",
        "count",
        "clocks",
        "MHz",
        "Hz",
        "params",
        "memories",
        "sdram",
        "size",
        "devices",
        "stages",
        "None",
        "Some(",
        "[",
        "]",
        "{",
        "-1",
        "18446744073709551615",
        "quantum_cycles",
        "\n",
    ],
    longest: 512,
    mutations: 800,
};

static GR740: LazyLock<String> = LazyLock::new(|| {
    std::fs::read_to_string(root().join("models/boards/gr740.ron")).expect("a board")
});

fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut value = schema::parse(PLACE, &GR740).expect("the board is sound");
    for line in text.lines() {
        if let Err(e) = set(&mut value, line) {
            let e = e.to_string();
            assert!(e.starts_with("--set ") && e.len() > 20, "place, cause: {e}");
            return;
        }
    }
    match board(PLACE, value) {
        Err(e) => crate::board::proper(&e),
        Ok(mut file) => {
            file.memories.retain(|m| m.size <= 1 << 28);
            if let Err(e) = machine(PLACE, &file, false) {
                crate::board::proper(&e);
            }
        }
    }
}

fn seeds() -> Vec<Vec<u8>> {
    [
        "cores.cpu.count=2\nclocks.cpu=125MHz",
        "memories.sdram.size=0x100000",
        "quantum_cycles=1",
        "power=None",
        "stages.l2.params.ways=2",
        "boot.registers.psr=0xF30010E0",
        "devices.gpt0.params.timers=3",
    ]
    .iter()
    .map(|s| s.as_bytes().to_vec())
    .collect()
}
