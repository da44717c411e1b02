//! What can be run: images of several formats, images without linker script, a board that is left out; and
//! names that are nearly right.

use crate::common::{holds, image, refused, run, say};
use conformance::prebuilt;
use conformance::tiny::{self, G1, G2, Part, Tiny};
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Ends with status 5 at the exit device: 24 bytes.
fn program() -> Vec<u8> {
    let mut code = tiny::set(0xe800_0000, G1).to_vec();
    code.extend(tiny::set(5, G2));
    code.extend([tiny::st(G2, G1), tiny::nop()]);
    code.into_iter().flat_map(u32::to_be_bytes).collect()
}

fn file(name: &str, bytes: &[u8]) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = dir.path().join(name);
    std::fs::write(&path, bytes).expect("it can be written");
    (dir, path)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02X}")).collect()
}

/// An S-record: type, and bytes behind the count.
fn srec(kind: char, bytes: &[u8]) -> String {
    let count = bytes.len() as u8 + 1;
    let sum = bytes.iter().fold(count, |s, b| s.wrapping_add(*b));
    format!("S{kind}{count:02X}{}{:02X}\n", hex(bytes), !sum)
}

/// A record of Intel hex: all its bytes but the checksum.
fn ihex(bytes: &[u8]) -> String {
    let sum = bytes.iter().fold(0u8, |s, b| s.wrapping_add(*b));
    format!(":{}{:02X}\n", hex(bytes), sum.wrapping_neg())
}

#[track_caller]
fn ends_with_5(path: &Path, more: &[&str]) {
    let mut words = vec!["--quiet"];
    words.extend(more);
    let said = run(path, &words);
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert_eq!(
        said.err.trim(),
        "trueboard: the firmware ended with status 5"
    );
}

#[test]
fn binaries_s_records_and_intel_hex_run() {
    let code = program();
    let (_dir, path) = file("a.bin", &code);
    ends_with_5(&path, &["--at", "0x2000"]);
    refused(&run(&path, &[]), 3, &["is not an ELF file", "--at ADDRESS"]);
    refused(
        &run(&path, &["--at", "ram"]),
        2,
        &["--at ram: is no address"],
    );
    refused(
        &run(&path, &["--at", "0xd0000000"]),
        3,
        &[
            "a.bin: the segment at 0xd0000000",
            "outside the board's memories",
        ],
    );

    let at = |n: u8| [&[0x20, n][..], &code].concat();
    let text = srec('0', b"\0\0x") + &srec('1', &at(0)) + &srec('9', &[0x20, 0]);
    let (_dir, path) = file("a.srec", text.as_bytes());
    ends_with_5(&path, &[]);
    refused(
        &run(&path, &["--at", "0"]),
        3,
        &["a.srec: says itself where"],
    );

    let data = [&[code.len() as u8, 0x20, 0, 0][..], &code].concat();
    let start = [4, 0, 0, 5, 0, 0, 0x20, 0];
    let text = ihex(&data) + &ihex(&start) + &ihex(&[0, 0, 0, 1]);
    let (_dir, path) = file("a.hex", text.as_bytes());
    ends_with_5(&path, &[]);
    let (_dir, path) = file("a.hex", text.replace("01FF", "01FE").as_bytes());
    refused(&run(&path, &[]), 3, &["a.hex: record 3 of Intel hex: "]);
}

const THREE_LINES: &str = "int main(void);
void _start(void) { *(volatile unsigned *)0xE8000000 = main(); for (;;); }
int main(void) { return 5; }
";

fn installed(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output();
    found.is_ok_and(|o| o.status.success())
}

/// Compiles a file of C in its folder; `line` is what the documents say.
fn compiled(text: &str, line: &str) -> Option<(TempDir, PathBuf)> {
    let mut words = line.split_whitespace();
    let tool = words.next().filter(|t| installed(t))?;
    let (dir, _) = file("prog.c", text.as_bytes());
    let done = Command::new(tool)
        .args(words)
        .current_dir(dir.path())
        .output();
    let done = done.expect("the compiler starts");
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    let elf = dir.path().join("a.out");
    Some((dir, elf))
}

/// The line of README.md that calls `tool`.
fn readme_line(tool: &str) -> String {
    let text = std::fs::read_to_string(conformance::root().join("README.md")).expect("README.md");
    let mut lines = text.lines().map(str::trim);
    let line = lines.find(|l| l.starts_with(tool));
    line.expect("README.md has the line").to_owned()
}

#[test]
fn three_lines_of_c_run() {
    let line = readme_line("sparc64-linux-gnu-gcc");
    let Some((_dir, elf)) = compiled(THREE_LINES, &line) else {
        skip::skipped("there is no sparc64-linux-gnu-gcc");
        return;
    };
    ends_with_5(&elf, &[]);
}

#[test]
fn three_lines_of_c_run_on_an_ecore() {
    let line = readme_line("epiphany-elf-gcc");
    let Some((_dir, elf)) = compiled("int main(void) { return 5; }\n", &line) else {
        skip::skipped("there is no epiphany-elf-gcc");
        return;
    };
    let said = say(&["run", elf.to_str().expect("UTF-8"), "-q", "--until", "1s"]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    holds(&said.err, &["status 5"]);
}

/// GNU ld puts the file's header into a segment of its own, which here lies in no memory.
#[test]
fn the_files_own_header_is_not_loaded() {
    let line = readme_line("sparc64-linux-gnu-gcc") + " -Wl,-Ttext=0x40000000";
    let text = THREE_LINES.replace("0xE8000000", "0xE0000000");
    let Some((_dir, elf)) = compiled(&text, &line) else {
        skip::skipped("there is no sparc64-linux-gnu-gcc");
        return;
    };
    let words = [
        "run",
        elf.to_str().expect("UTF-8"),
        "-q",
        "--board",
        "leon3-mini",
    ];
    let small = ["--set", "memories.prom.size=0x1000", "--until", "1ms"];
    let said = say(&[&words[..], &small].concat());
    assert_ne!(said.code, Some(3), "{}", said.err);
}

#[test]
fn a_board_is_taken_that_alone_fits() {
    let dir = conformance::root().join("firmware/prebuilt");
    let image = |name: &str| dir.join(name).to_str().expect("UTF-8").to_owned();
    for (name, board) in [("tc275/hello.elf", "tc275"), ("gr740/hello.elf", "gr740")] {
        let said = say(&["run", &image(name)]);
        assert_eq!(said.code, Some(0), "{}", said.err);
        holds(
            &said.err,
            &[&format!("trueboard: --board {board}, the only one that ")],
        );
        holds(&said.out, &[&format!("--- {board}: ")]);
    }
    let said = say(&["run", &image("gr740/hello.elf"), "-q"]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let (_dir, path) = file("a.bin", &program());
    refused(
        &say(&["run", path.to_str().expect("UTF-8"), "--at", "0x1000"]),
        2,
        &[
            "a.bin: nothing in it says for which board it is",
            "--board NAME",
            "gr740, ",
        ],
    );
}

/// Why a file is for no board is said at once, with what cures it, and not that the board is to be named.
#[test]
fn why_no_board_fits_is_told() {
    let hello = std::fs::read(prebuilt("hello")).expect("the image is there");
    // e_type and e_machine of an ELF file of big bytes.
    let with = |place: usize, value: u16| {
        let mut bytes = hello.clone();
        bytes[place..place + 2].copy_from_slice(&value.to_be_bytes());
        bytes
    };
    for (bytes, parts) in [
        (Vec::new(), &["is empty"][..]),
        (
            with(16, 3),
            &["is DYN", "not an executable", "-no-pie or -static"],
        ),
        (with(16, 1), &["is REL", "not an executable; link it"]),
        (with(18, 18), &["is for SPARC32PLUS", "-mcpu=leon3"]),
        (with(18, 43), &["is for SPARCV9", "-m32 -mcpu=leon3"]),
        (with(18, 62), &["is for X86_64", "which no board here has"]),
    ] {
        let (_dir, path) = file("a.elf", &bytes);
        let said = say(&["run", path.to_str().expect("UTF-8")]);
        refused(&said, 3, &[&["a.elf: "], parts].concat());
        assert!(!said.err.contains("--board"), "{}", said.err);
    }
    let dir = tempfile::tempdir().expect("a temporary directory");
    let said = say(&["run", dir.path().to_str().expect("UTF-8")]);
    refused(&said, 3, &["cannot be read: Is a directory"]);
}

#[test]
fn names_that_are_nearly_right() {
    let hello = prebuilt("hello");
    let hello = hello.to_str().expect("UTF-8");
    refused(
        &say(&["run", hello, "--board", "gr741"]),
        3,
        &["no board is called `gr741` (did you mean `gr740`?); there are: "],
    );
    refused(
        &say(&["run", "--board", "keystone2", "--workload", "sobol"]),
        3,
        &[
            "no workload of keystone2 is called `sobol` (did you mean `sobel`?); there are: ",
            "sync",
        ],
    );
}

/// One mistake in `--set` makes one line, which begins with it.
#[test]
fn mistakes_in_set_are_blamed_on_set() {
    for (set, parts) in [
        (
            "cores.cpus.count=2",
            &["cores has no `cpus` (did you mean `cpu`?)"][..],
        ),
        (
            "quantum_cykles=1",
            &["there is no such field (did you mean `quantum_cycles`?)"],
        ),
        (
            "devices.uart0.params.instant_txx=true",
            &["uart0", "(did you mean `instant_tx`?)"],
        ),
        ("cores.cpu.count=0", &["a board has 1 to 65 cores"]),
        ("cores.cpu.kind=lion", &["unknown kind of core `lion`"]),
        ("clocks.cpu=fast", &["clocks"]),
        ("quantum_cycles=many", &["quantum_cycles"]),
    ] {
        let said = run(&prebuilt("hello"), &["--set", set]);
        let mut all = vec![format!("trueboard: --set {set}: ")];
        all.extend(parts.iter().map(|p| (*p).to_owned()));
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        refused(&said, 3, &all);
    }
}

#[test]
fn what_there_is_can_be_listed() {
    let said = say(&["models"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    holds(
        &said.out,
        &[
            " gr740\n",
            "--board keystone2 --workload  sobel\n",
            "compare --against ",
            " barectf-thesis\n",
            " epapi-thesis\n",
        ],
    );
    let said = say(&["boards", "gr740", "--paths"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    holds(
        &said.out,
        &["clocks.cpu=250000000\n", "cores.cpu.count=4\n"],
    );
    // Every line can be given back.
    let some = said
        .out
        .lines()
        .filter(|l| !l.contains("name="))
        .step_by(40);
    for line in some.take(12) {
        let said = run(&prebuilt("hello"), &["-q", "--until", "100", "--set", line]);
        assert_eq!(said.code, Some(5), "{line}: {}", said.err);
    }
}

#[test]
fn patterns_for_free_code_may_match_nothing() {
    let hello = prebuilt("hello");
    refused(
        &run(&hello, &["--free", "no_such_*"]),
        3,
        &["--free no_such_*: no function of ", "--free-optional"],
    );
    let said = run(&hello, &["-q", "--free-optional", "no_such_*"]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let said = run(&prebuilt("omp"), &["-q", "--free-optional", "l4stat_*"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    holds(
        &said.err,
        &["warning: --free changes when things happen, so 4 cores"],
    );
}

/// lu hands its work out as cores come for it: without the time of its counters, some go to other cores.
#[test]
fn what_free_code_changes_in_the_schedule_is_told() {
    let lu = prebuilt("lu");
    let words = ["-q", "--free", "l4stat_*", "--free-schedule"];
    let said = run(&lu, &words);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let update = said.err.lines().find(|l| l.contains("called lu_diagonal "));
    let update = update.unwrap_or_else(|| panic!("{}", said.err));
    holds(
        update,
        &["warning: --free: core ", " times with it, ", " without"],
    );
    // One core has no schedule, and what was not asked for is no option.
    let said = run(
        &prebuilt("hello"),
        &["-q", "--free", "printf", "--free-schedule"],
    );
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    refused(&run(&lu, &["--free-schedule"]), 2, &["--free"]);
}

#[test]
fn cores_that_are_not_used_are_told() {
    let said = run(&prebuilt("hello"), &["-q", "--set", "cores.cpu.count=2"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    holds(
        &said.err,
        &["warning: --set cores.cpu.count=2: the run used 1 of 2 cores; never started: cpu1"],
    );
}

#[test]
fn code_without_symbols_is_disassembled() {
    let hello = prebuilt("hello");
    let hello = hello.to_str().expect("UTF-8");
    let function = say(&["disasm", hello, "--function", "_start"]).out;
    let listed: Vec<&str> = function.lines().skip(2).collect();
    let said = say(&["disasm", hello, "--range", "0x1000..0x1008"]);
    assert_eq!(said.out.lines().collect::<Vec<_>>(), listed[..2]);
    let said = say(&["disasm", hello, "--section", ".text"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(listed.iter().all(|l| lines.contains(l)), "{}", said.out);
    refused(
        &say(&["disasm", hello, "--section", ".txt"]),
        3,
        &["no section `.txt`", ".text"],
    );
    refused(
        &say(&["disasm", hello, "--range", "0x1000"]),
        2,
        &["must be FROM..TO"],
    );
    let (_dir, path) = file("a.bin", &program());
    let bin = path.to_str().expect("UTF-8");
    let words = ["disasm", bin, "--board", "gr740", "--at", "0x2000"];
    refused(
        &say(&words),
        3,
        &["has no symbols of functions", "--section .text or --range"],
    );
    let said = say(&[&words[..], &["--range", "0x2000..0x2004"]].concat());
    assert_eq!(
        said.out.trim(),
        "2000:  033a0000  sethi %hi(0xe8000000), %g1"
    );
}

/// An absolute symbol is a number, and no name for the code at that address.
#[test]
fn absolute_symbols_name_no_code() {
    let (_dir, path) = image(
        &[
            tiny::traps_off(),
            tiny::set(0x40, G1).to_vec(),
            vec![tiny::jmp(G1, 0), tiny::nop()],
        ]
        .concat(),
    );
    let mut bytes = std::fs::read(&path).expect("the image");
    // The table, first in the file behind three headers, has nothing at 0x40 any more.
    let table = 52 + 2 * 32;
    bytes[table + 0x40..table + 0x44].fill(0);
    std::fs::write(&path, bytes).expect("it can be written");
    let said = run(&path, &["--quiet"]);
    assert_eq!(said.code, Some(4), "{}", said.err);
    holds(
        &said.err,
        &["core 0 stopped at 0x00000040: illegal_instruction"],
    );
    assert!(!said.err.contains("__exit_status_in_o0"), "{}", said.err);
}

/// Firmware for the boot PROM finds the state after reset, with traps off: there `ta 0` is the end.
#[test]
fn firmware_for_the_prom_starts_as_after_reset() {
    let mut code = tiny::set(1, G1).to_vec();
    code.push(tiny::ta0());
    let at = |address: u32| {
        let mut tiny = Tiny::new(&[]);
        let bytes = code.iter().flat_map(|w| w.to_be_bytes()).collect();
        tiny.parts = vec![Part { at: address, bytes }];
        tiny.entry = address;
        let (_dir, path) = file("a.elf", &tiny.bytes());
        run(&path, &["-q"])
    };
    let said = at(0xc000_0000);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    // Anywhere else a monitor has switched traps on, so that it is a trap without a handler.
    for address in [0x1000, 0xc000_1000] {
        let said = at(address);
        assert_eq!(said.code, Some(4), "{}", said.err);
        holds(&said.err, &["trap_instruction (trap type 0x80)"]);
    }
}

/// The Epiphany-IV has 64 cores; a board of them has a host, too.
#[test]
fn sixty_four_cores_have_room_for_a_host() {
    let path = conformance::root().join("models/boards/parallella.ron");
    let text = std::fs::read_to_string(path).expect("the board");
    let text = text
        .replace("count: 16", "count: 64")
        .replace("rows: 4, columns: 4", "rows: 8, columns: 8")
        .replace("nodes: (4, 4)", "nodes: (8, 8)")
        .replace("host_master: 16", "host_master: 64");
    let mut all = String::new();
    for core in 0..64 {
        let (row, column) = (32 + core / 8, 8 + core % 8);
        all += &format!(
            "(name: \"sram{core}\", at: {:#x}, size: 0x8000),\n",
            (row << 6 | column) << 20
        );
    }
    let others = text
        .lines()
        .filter(|l| !l.trim_start().starts_with("(name: \"sram"));
    let rest: Vec<&str> = others.collect();
    let text = rest
        .join("\n")
        .replace("memories: [", &format!("memories: [\n{all}"));
    let (_dir, path) = file("sixty-four.ron", text.as_bytes());
    let said = say(&["boards", path.to_str().expect("UTF-8")]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    holds(&said.out, &["  core63 ", "  host0 "]);
}

/// 250 means 250 MHz to most.
#[test]
fn a_clock_of_some_hertz_is_warned_of() {
    let image = conformance::prebuilt("hello").display().to_string();
    let said = say(&["run", &image, "--board", "gr740", "--set", "clocks.cpu=250"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    holds(
        &(said.out + &said.err),
        &["clocks.cpu is 250 Hz; for megahertz write clocks.cpu=250MHz"],
    );
}
