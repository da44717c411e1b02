//! What is counted: which firmware, on which board, between which two times; and whole commands.

/// A row of the table.
pub struct Subject {
    /// Name in the table.
    pub name: &'static str,
    /// Words of `trueboard run` besides board, report and budget, or all words of a whole command; paths from the
    /// workspace's directory. [`FOLDER`] in them stands for a folder of the run's own.
    pub words: &'static [&'static str],
    /// What of it is counted.
    pub part: Part,
}

/// Stands in words for a folder that is there during the run.
pub const FOLDER: &str = "{folder}";

/// What of a run is counted.
#[derive(Clone, Copy)]
pub enum Part {
    /// Host instructions per simulated one of a stretch of a run.
    Stretch {
        board: &'static str,
        /// Simulated time at which the stretch begins, behind start code and loading: cycles of the first core.
        from: u64,
        /// Its end.
        to: u64,
    },
    /// Millions of host instructions of a whole command.
    Command,
    /// Millions of host instructions for each of `more` further runs: what the command takes beyond one with `fewer`.
    Runs {
        fewer: &'static [&'static str],
        more: u32,
    },
}

const fn stretch(
    name: &'static str,
    board: &'static str,
    words: &'static [&'static str],
    (from, to): (u64, u64),
) -> Subject {
    let part = Part::Stretch { board, from, to };
    Subject { name, words, part }
}

const fn gr740(name: &'static str, words: &'static [&'static str], stretch: (u64, u64)) -> Subject {
    self::stretch(name, "gr740", words, stretch)
}

const fn tc275(name: &'static str, words: &'static [&'static str], stretch: (u64, u64)) -> Subject {
    self::stretch(name, "tc275", words, stretch)
}

/// `stretch` lies behind the host's loading, which takes some 45 million cycles for sixteen cores.
const fn parallella(
    name: &'static str,
    words: &'static [&'static str],
    stretch: (u64, u64),
) -> Subject {
    self::stretch(name, "parallella", words, stretch)
}

/// From a quarter of the cycles on.
const fn up_to(end: u64) -> (u64, u64) {
    (end / 4, end)
}

/// All of them.
pub const SUBJECTS: &[Subject] = &[
    gr740(
        "gr740/speed_loop",
        &["firmware/prebuilt/gr740/speed_loop.elf"],
        up_to(2_000_000),
    ),
    // The second look for a run that goes nowhere is at 10 million.
    gr740(
        "gr740/speed_loop, a look",
        &["firmware/prebuilt/gr740/speed_loop.elf"],
        (9_000_000, 11_000_000),
    ),
    gr740(
        "gr740/speed_loop, 20 M cycles",
        &["firmware/prebuilt/gr740/speed_loop.elf"],
        (20_000_000, 23_000_000),
    ),
    gr740(
        "gr740/speed_mix",
        &["firmware/prebuilt/gr740/speed_mix.elf"],
        up_to(1_500_000),
    ),
    gr740(
        "gr740/speed_calls",
        &["firmware/prebuilt/gr740/speed_calls.elf"],
        up_to(2_000_000),
    ),
    // Up to 2 million cycles the start code clears the array, for which the level-2 cache is empty.
    gr740(
        "gr740/speed_memory",
        &["firmware/prebuilt/gr740/speed_memory.elf"],
        up_to(2_000_000),
    ),
    gr740(
        "gr740/speed_memory, warm",
        &["firmware/prebuilt/gr740/speed_memory.elf"],
        (10_000_000, 11_500_000),
    ),
    // Up to 10 million cycles the start code clears the array.
    gr740(
        "gr740/speed_data",
        &["firmware/prebuilt/gr740/speed_data.elf"],
        (11_000_000, 14_000_000),
    ),
    gr740(
        "gr740/speed_cold",
        &["firmware/prebuilt/gr740/speed_cold.elf"],
        up_to(1_500_000),
    ),
    gr740(
        "gr740/speed_matmul",
        &["firmware/prebuilt/gr740/speed_matmul.elf"],
        up_to(2_000_000),
    ),
    // Serial up to cycle 14 million, then on four cores.
    gr740(
        "gr740/lu, four cores",
        &["firmware/prebuilt/gr740/lu.elf"],
        (14_500_000, 15_500_000),
    ),
    gr740(
        "gr740/speed_four, two cores",
        &[
            "firmware/prebuilt/gr740/speed_four.elf",
            "--set",
            "cores.cpu.count=2",
        ],
        up_to(1_000_000),
    ),
    gr740(
        "gr740/speed_four",
        &["firmware/prebuilt/gr740/speed_four.elf"],
        up_to(1_000_000),
    ),
    gr740(
        "gr740/omp",
        &["firmware/prebuilt/gr740/omp.elf"],
        up_to(1_000_000),
    ),
    gr740(
        "gr740/events",
        &["firmware/prebuilt/gr740/events.elf"],
        up_to(1_000_000),
    ),
    gr740(
        "gr740/memory",
        &["firmware/prebuilt/gr740/memory.elf"],
        up_to(2_000_000),
    ),
    gr740(
        "gr740/speed_devices",
        &["firmware/prebuilt/gr740/speed_devices.elf"],
        up_to(1_000_000),
    ),
    // Its tracer reads the L4STAT at each function.
    gr740(
        "gr740/functions_extrae",
        &["firmware/prebuilt/gr740/functions_extrae.elf"],
        (1_500_000, 2_000_000),
    ),
    gr740(
        "gr740/speed_calls, CTF",
        &["firmware/prebuilt/gr740/speed_calls.elf", "--trace", "ctf"],
        up_to(1_000_000),
    ),
    gr740(
        "gr740/speed_calls, Perfetto",
        &[
            "firmware/prebuilt/gr740/speed_calls.elf",
            "--trace",
            "perfetto",
        ],
        up_to(1_000_000),
    ),
    gr740(
        "gr740/speed_calls, Paraver",
        &[
            "firmware/prebuilt/gr740/speed_calls.elf",
            "--trace",
            "paraver",
        ],
        up_to(1_000_000),
    ),
    gr740(
        "gr740/speed_calls, HTML",
        &[
            "firmware/prebuilt/gr740/speed_calls.elf",
            "--html",
            "{folder}/page.html",
        ],
        up_to(1_000_000),
    ),
    gr740(
        "gr740/speed_calls, region main",
        &[
            "firmware/prebuilt/gr740/speed_calls.elf",
            "--region",
            "main",
        ],
        up_to(1_000_000),
    ),
    gr740(
        "gr740/speed_calls, profile",
        &["firmware/prebuilt/gr740/speed_calls.elf", "--profile"],
        up_to(1_000_000),
    ),
    gr740(
        "gr740/speed_calls, profile of instructions",
        &[
            "firmware/prebuilt/gr740/speed_calls.elf",
            "--profile",
            "--profile-instructions",
        ],
        up_to(200_000),
    ),
    gr740(
        "gr740/speed_calls, all checks",
        &["firmware/prebuilt/gr740/speed_calls.elf", "--check"],
        up_to(1_000_000),
    ),
    gr740(
        "gr740/lu, four cores, all checks",
        &["firmware/prebuilt/gr740/lu.elf", "--check"],
        (14_500_000, 15_500_000),
    ),
    stretch(
        "leon3-mini/speed_memory",
        "leon3-mini",
        &["firmware/prebuilt/leon3-mini/speed_memory.elf"],
        up_to(2_000_000),
    ),
    tc275(
        "tc275/speed_loop",
        &["firmware/prebuilt/tc275/speed_loop.elf"],
        up_to(2_000_000),
    ),
    tc275(
        "tc275/speed_memory",
        &["firmware/prebuilt/tc275/speed_memory.elf"],
        up_to(2_000_000),
    ),
    tc275(
        "tc275/speed_three",
        &["firmware/prebuilt/tc275/speed_three.elf"],
        up_to(1_000_000),
    ),
    tc275(
        "tc275/speed_three, all checks",
        &["firmware/prebuilt/tc275/speed_three.elf", "--check"],
        up_to(1_000_000),
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
    // A cycle: all that happens before the first instruction, and the report.
    Subject {
        name: "start, hello on a GR740",
        words: &[
            "run",
            "firmware/prebuilt/gr740/hello.elf",
            "--board",
            "gr740",
            "--until",
            "1",
        ],
        part: Part::Command,
    },
    Subject {
        name: "a run of hello on a GR740",
        words: &[
            "run",
            "firmware/prebuilt/gr740/hello.elf",
            "--board",
            "gr740",
        ],
        part: Part::Command,
    },
    Subject {
        name: "sweep, a run of hello",
        words: &[
            "sweep",
            "firmware/prebuilt/gr740/hello.elf",
            "--board",
            "gr740",
            "--clock",
            "100MHz,110MHz,120MHz",
        ],
        part: Part::Runs {
            fewer: &[
                "sweep",
                "firmware/prebuilt/gr740/hello.elf",
                "--board",
                "gr740",
                "--clock",
                "100MHz",
            ],
            more: 2,
        },
    },
];
