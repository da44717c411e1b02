//! What is counted: which firmware, on which board, between which two times.

/// A stretch of a run.
pub struct Subject {
    /// Name in the table.
    pub name: &'static str,
    /// Board.
    pub board: &'static str,
    /// Words of `trueboard run` besides board, report and budget; paths from the workspace's
    /// directory.
    pub words: &'static [&'static str],
    /// Simulated time at which the stretch begins, behind start code and loading, and its end:
    /// cycles of the first core.
    pub stretch: (u64, u64),
}

const fn gr740(name: &'static str, words: &'static [&'static str], end: u64) -> Subject {
    Subject {
        name,
        board: "gr740",
        words,
        stretch: (end / 4, end),
    }
}

const fn tc275(name: &'static str, words: &'static [&'static str], end: u64) -> Subject {
    Subject {
        name,
        board: "tc275",
        words,
        stretch: (end / 4, end),
    }
}

/// `stretch` lies behind the host's loading, which takes some 45 million cycles for sixteen cores.
const fn parallella(
    name: &'static str,
    words: &'static [&'static str],
    stretch: (u64, u64),
) -> Subject {
    Subject {
        name,
        board: "parallella",
        words,
        stretch,
    }
}

/// All of them.
pub const SUBJECTS: &[Subject] = &[
    gr740(
        "gr740/speed_loop",
        &["firmware/prebuilt/gr740/speed_loop.elf"],
        2_000_000,
    ),
    // The second look for a run that goes nowhere is at 10 million.
    Subject {
        name: "gr740/speed_loop, a look",
        board: "gr740",
        words: &["firmware/prebuilt/gr740/speed_loop.elf"],
        stretch: (9_000_000, 11_000_000),
    },
    gr740(
        "gr740/speed_calls",
        &["firmware/prebuilt/gr740/speed_calls.elf"],
        2_000_000,
    ),
    gr740(
        "gr740/speed_memory",
        &["firmware/prebuilt/gr740/speed_memory.elf"],
        2_000_000,
    ),
    gr740(
        "gr740/speed_matmul",
        &["firmware/prebuilt/gr740/speed_matmul.elf"],
        2_000_000,
    ),
    // Serial up to cycle 14 million, then on four cores.
    Subject {
        name: "gr740/lu, four cores",
        board: "gr740",
        words: &["firmware/prebuilt/gr740/lu.elf"],
        stretch: (14_500_000, 15_500_000),
    },
    gr740(
        "gr740/speed_four",
        &["firmware/prebuilt/gr740/speed_four.elf"],
        1_000_000,
    ),
    gr740("gr740/omp", &["firmware/prebuilt/gr740/omp.elf"], 1_000_000),
    gr740(
        "gr740/events",
        &["firmware/prebuilt/gr740/events.elf"],
        1_000_000,
    ),
    gr740(
        "gr740/memory",
        &["firmware/prebuilt/gr740/memory.elf"],
        2_000_000,
    ),
    gr740(
        "gr740/speed_calls, CTF",
        &["firmware/prebuilt/gr740/speed_calls.elf", "--trace", "ctf"],
        1_000_000,
    ),
    gr740(
        "gr740/speed_calls, region main",
        &[
            "firmware/prebuilt/gr740/speed_calls.elf",
            "--region",
            "main",
        ],
        1_000_000,
    ),
    gr740(
        "gr740/speed_calls, profile",
        &["firmware/prebuilt/gr740/speed_calls.elf", "--profile"],
        1_000_000,
    ),
    gr740(
        "gr740/speed_calls, all checks",
        &["firmware/prebuilt/gr740/speed_calls.elf", "--check"],
        1_000_000,
    ),
    Subject {
        name: "gr740/lu, four cores, all checks",
        board: "gr740",
        words: &["firmware/prebuilt/gr740/lu.elf", "--check"],
        stretch: (14_500_000, 15_500_000),
    },
    tc275(
        "tc275/speed_loop",
        &["firmware/prebuilt/tc275/speed_loop.elf"],
        2_000_000,
    ),
    tc275(
        "tc275/speed_memory",
        &["firmware/prebuilt/tc275/speed_memory.elf"],
        2_000_000,
    ),
    tc275(
        "tc275/speed_three",
        &["firmware/prebuilt/tc275/speed_three.elf"],
        1_000_000,
    ),
    tc275(
        "tc275/speed_three, all checks",
        &["firmware/prebuilt/tc275/speed_three.elf", "--check"],
        1_000_000,
    ),
    parallella(
        "parallella/speed_matmul",
        &["--host", "firmware/parallella/scripts/speed_matmul.ron"],
        (47_600_000, 48_100_000),
    ),
    parallella(
        "parallella/c_tests",
        &["--host", "firmware/parallella/scripts/c_tests.ron"],
        (45_000_000, 80_000_000),
    ),
    parallella(
        "parallella/mesh",
        &["--host", "firmware/parallella/scripts/mesh.ron"],
        (45_000_000, 50_000_000),
    ),
    parallella(
        "parallella/fir",
        &["--host", "firmware/parallella/scripts/fir.ron"],
        (31_000_000, 40_000_000),
    ),
];
