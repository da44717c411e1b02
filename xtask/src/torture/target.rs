//! What differs from one processor family to another: compilers, runtime, boards, judge.

/// A processor family.
pub struct Target {
    /// Its name, and that of its folder in `runtime/`.
    pub name: &'static str,
    /// Compilers; the first also compiles the runtime.
    pub compilers: &'static [Compiler],
    /// Archiver.
    pub archive: &'static str,
    /// Linker with its options, but for script, symbols and files.
    pub link: &'static [&'static str],
    /// Sources of firmware that the runtime uses too, as paths in the workspace.
    pub shared: &'static [&'static str],
    /// Their include folders.
    pub include: &'static [&'static str],
    /// Script that makes the compiler's support library in the folder it is given, and the file, where the
    /// runtime has not all that compilers call.
    pub support: Option<(&'static str, &'static str)>,
    /// Whether the compiler's own support library is linked, too.
    pub own_support: bool,
    /// Symbols that place a program in memory; programs take them in turn.
    pub placements: &'static [&'static [&'static str]],
    /// Cycles that a program may take.
    pub cycles: u64,
    /// Boards to run on.
    pub boards: &'static [Board],
    /// Whether hosts without the first compiler go on without this family.
    pub optional: bool,
    /// Another simulator of the first board; the image follows. It ends with the program. Empty where
    /// there is none.
    pub judge: &'static [&'static str],
    /// Whether hosts without it go on.
    pub judge_optional: bool,
    /// What random programs must not have, as options for csmith.
    pub without: &'static [&'static str],
}

/// A compiler.
pub struct Compiler {
    /// Its name; `known/TARGET-NAME.txt` lists what does not pass.
    pub name: &'static str,
    /// Command and options.
    pub command: &'static [&'static str],
    /// Levels of optimisation.
    pub levels: &'static [&'static str],
    /// Those left to a full run, and to random programs.
    pub further: &'static [&'static str],
}

/// A board.
pub struct Board {
    /// What it is called in what is printed.
    pub name: &'static str,
    /// Name of the board file.
    pub model: &'static str,
    /// Symbols that place a program on it.
    pub symbols: &'static [&'static str],
    /// Left to a full run.
    pub full_only: bool,
}

/// All of them.
pub const TARGETS: &[Target] = &[SPARC, TRICORE, EPIPHANY];

const SPARC: Target = Target {
    name: "sparc",
    compilers: &[
        // V8 for supervisor mode; without -fno-pic Debian's compiler makes GOT references.
        Compiler {
            name: "gcc",
            command: &[
                "sparc64-linux-gnu-gcc",
                "-m32",
                "-mcpu=leon3",
                "-mno-user-mode",
                "-fno-pic",
                "-no-pie",
                "-fno-asynchronous-unwind-tables",
                "-mlong-double-64",
            ],
            levels: &["-O0", "-O2"],
            further: &[],
        },
    ],
    archive: "sparc64-linux-gnu-ar",
    link: &[
        "sparc64-linux-gnu-ld",
        "-m",
        "elf32_sparc",
        "-static",
        "--build-id=none",
        "-z",
        "noexecstack",
        "-z",
        "max-page-size=4096",
        "--no-warn-rwx-segments",
    ],
    shared: &[
        "firmware/gr740/start/traps.S",
        "firmware/gr740/start/windows.S",
    ],
    include: &["firmware/gr740/start", "firmware/gr740/include"],
    support: Some(("firmware/tools/sparc-libgcc-v8.sh", "libgcc_v8.a")),
    own_support: false,
    placements: &[&[]],
    cycles: 2_000_000_000,
    optional: false,
    boards: &[
        Board {
            name: "leon3-mini",
            model: "leon3-mini",
            symbols: &["ram_base=0x40000000", "uart_base=0x80000100"],
            full_only: false,
        },
        Board {
            name: "gr740",
            model: "gr740",
            symbols: &["ram_base=0", "uart_base=0xff900000"],
            full_only: true,
        },
    ],
    judge: &[
        "qemu-system-sparc",
        "-M",
        "leon3_generic",
        "-display",
        "none",
        "-serial",
        "stdio",
        "-monitor",
        "none",
        "-kernel",
    ],
    judge_optional: false,
    // Its bytes lie the other way round than this host's.
    without: &["--no-unions"],
};

const TRICORE: Target = Target {
    name: "tricore",
    compilers: &[Compiler {
        name: "gcc",
        command: &[
            "tricore-elf-gcc",
            "-mcpu=tc27xx",
            // The EABI has none beyond 32 bits.
            "-mno-eabi-bitfield-limit",
            "-fsigned-bitfields",
            "-fno-asynchronous-unwind-tables",
            // Its 32-bit types are `long`; as `int` they fit the shared sources.
            "-U__UINT32_TYPE__",
            "-D__UINT32_TYPE__=unsigned",
            "-U__INT32_TYPE__",
            "-D__INT32_TYPE__=int",
        ],
        levels: &["-O0", "-O2"],
        further: &["-O1", "-O3", "-Os"],
    }],
    archive: "tricore-elf-ar",
    link: &[
        "tricore-elf-ld",
        "--mcpu=tc161",
        "--no-relax",
        "-static",
        "-n",
        "--no-warn-rwx-segments",
        "--wrap=main",
    ],
    shared: &[
        "firmware/tc275/start/start.S",
        "firmware/tc275/start/vectors.S",
        "firmware/tc275/start/startup.c",
        "firmware/tc275/lib/asclin.c",
        "firmware/tc275/lib/clock.c",
        "firmware/tc275/lib/int64.c",
        "firmware/tc275/lib/interrupt.c",
        "firmware/tc275/lib/smp.c",
        "firmware/tc275/lib/softdouble.c",
        "firmware/tc275/lib/softdouble_convert.c",
        "firmware/tc275/lib/wdt.c",
    ],
    include: &["firmware/tc275/include", "firmware/gr740/include"],
    support: None,
    own_support: false,
    placements: &[&[]],
    cycles: 2_000_000_000,
    optional: true,
    // Both kinds of cores.
    boards: &[
        Board {
            name: "tc275 cpu0",
            model: "tc275",
            symbols: &["home=0"],
            full_only: false,
        },
        Board {
            name: "tc275 cpu1",
            model: "tc275",
            symbols: &["home=1"],
            full_only: true,
        },
    ],
    judge: &[],
    judge_optional: true,
    without: &[],
};

const EPIPHANY: Target = Target {
    name: "epiphany",
    compilers: &[Compiler {
        name: "gcc",
        command: &["epiphany-elf-gcc", "-fno-asynchronous-unwind-tables"],
        levels: &["-O2"],
        further: &["-O1", "-O3", "-Os"],
    }],
    archive: "epiphany-elf-ar",
    link: &["epiphany-elf-ld", "-static", "-n", "--no-warn-rwx-segments"],
    shared: &[],
    include: &[],
    support: None,
    own_support: true,
    // All in the core; data and stack in the shared memory; code, too; code alone.
    placements: &[
        &[
            "code_at=0x100",
            "data_at=0",
            "stack_at=0x7ff0",
            "room=0x3000",
        ],
        &[
            "code_at=0x100",
            "data_at=0x8e100000",
            "stack_at=0x8efffff0",
            "room=0x400000",
        ],
        &[
            "code_at=0x8e000000",
            "data_at=0x8e200000",
            "stack_at=0x8efffff0",
            "room=0x400000",
        ],
        &[
            "code_at=0x8e000000",
            "data_at=0x400",
            "stack_at=0x7ff0",
            "room=0x3000",
        ],
    ],
    // Code in the shared memory takes hundreds of cycles for an instruction.
    cycles: 40_000_000_000,
    optional: true,
    boards: &[Board {
        name: "parallella",
        model: "parallella",
        symbols: &[],
        full_only: false,
    }],
    // Adapteva's simulator, of the CGEN family.
    judge: &[
        "epiphany-elf-run",
        "--e-coreid",
        "0x808",
        "--e-first-core",
        "0x808",
        "--e-rows",
        "1",
        "--e-cols",
        "1",
        "--e-external-fetch",
    ],
    judge_optional: true,
    without: &[],
};
