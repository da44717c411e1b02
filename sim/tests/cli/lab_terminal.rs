//! `trueboard lab` in a pseudo terminal: keys and screen, and that the terminal is left as it was, whatever ends it.

use crate::common::{image as image_of, until};
use conformance::root;
use std::process::Command;
use std::time::{Duration, Instant};
use terminal::{Signal, Terminal};

/// How long random keys are pressed, in seconds, in place of a few.
const LONGER: &str = "TRUEBOARD_RANDOM_SECONDS";

/// The words of the last line of the screen that are there whatever is shown.
const READY: &str = "q quit";

/// The lab, for which SIGHUP does what it does in a terminal: `nohup` before a test has programs ignore it.
fn program(words: &[&str]) -> Command {
    let mut program = Command::new("env");
    program.args([DEFAULT_HUP, env!("CARGO_BIN_EXE_trueboard"), "lab"]);
    program.args(words).env_remove("NO_COLOR");
    program
}

/// What has `env` (GNU coreutils) take back that SIGHUP is ignored.
const DEFAULT_HUP: &str = "--default-signal=HUP";

fn image(name: &str) -> String {
    let path = root().join(format!("firmware/prebuilt/gr740/{name}.elf"));
    path.to_str().expect("UTF-8").to_owned()
}

/// The lab with an image, as soon as it shows it.
fn opened(name: &str) -> Terminal {
    let lab = Terminal::start(program(&[&image(name)]), 80, 24);
    lab.shows(READY);
    assert!(lab.is_taken(), "{}", lab.text());
    lab
}

#[track_caller]
fn left(mut lab: Terminal, code: i32) {
    assert_eq!(lab.ends(), code, "{}", lab.text());
    lab.is_restored();
}

#[test]
fn a_board_is_stepped_and_left() {
    let mut lab = opened("lu");
    lab.shows("gr740  cycle 0");
    lab.keys(b":run main\r");
    lab.shows("core 0 is at a breakpoint, ");
    lab.keys(b"ss3");
    lab.shows(" pipeline ");
    lab.keys(b":nonsense\r");
    lab.shows("`nonsense` is no command");
    lab.keys(b"\x1b");
    std::thread::sleep(Duration::from_millis(200));
    lab.keys(b"q");
    left(lab, 0);
}

#[test]
fn a_lesson_is_opened_by_its_name() {
    let mut lab = Terminal::start(program(&["strides"]), 80, 24);
    lab.shows("by_columns");
    lab.keys(&[3]);
    left(lab, 130);
}

#[test]
fn signals_leave_the_terminal_as_it_was() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129), (Signal::INT, 130)] {
        let lab = opened("lu");
        lab.signal(signal);
        left(lab, code);
        let mut lab = opened("lu");
        lab.keys(b"r");
        lab.shows("running");
        lab.signal(signal);
        left(lab, code);
    }
}

/// Back over instructions one by one takes much longer than the test: it is not at its end when the second signal comes.
#[test]
fn a_second_signal_ends_a_long_command_and_leaves_the_terminal_as_it_was() {
    let mut lab = opened("lu");
    lab.keys(b"r");
    lab.shows("the run is over");
    lab.keys(b":stepback 100000\r");
    std::thread::sleep(Duration::from_millis(500));
    lab.signal(Signal::TERM);
    std::thread::sleep(Duration::from_millis(500));
    assert!(lab.alive(), "the command is over already");
    let begun = Instant::now();
    lab.signal(Signal::TERM);
    left(lab, 143);
    assert!(begun.elapsed() < Duration::from_secs(5), "at once");
}

#[test]
fn a_cycle_far_ahead_is_gone_to_in_pieces() {
    // A loop of two instructions that never ends: nop; ba .-4; nop.
    let (_dir, path) = image_of(&[0x0100_0000, 0x10bf_ffff, 0x0100_0000]);
    let path = path.to_str().expect("UTF-8");
    let mut lab = Terminal::start(program(&[path, "--board", "gr740"]), 80, 24);
    lab.shows(READY);
    lab.keys(b":goto 900000000000\r");
    lab.shows("running; space pauses");
    lab.keys(b" ");
    lab.shows("core 0 is at tick");
    lab.keys(b"q");
    left(lab, 0);
}

#[test]
fn without_a_window_any_more_it_ends() {
    // As in a window, and behind nohup.
    for hup in [DEFAULT_HUP, "--ignore-signal=HUP"] {
        // The session and its terminal are those of the program, as in a window.
        let mut session = Command::new("setsid");
        let program = env!("CARGO_BIN_EXE_trueboard");
        session.args(["--ctty", "--wait", "env", hup, program, "lab", &image("lu")]);
        let mut lab = Terminal::start(session, 80, 24);
        lab.shows(READY);
        lab.close();
        assert_eq!(lab.ends(), 129, "{hup}");
    }
}

#[test]
fn a_dumb_terminal_is_refused() {
    let script = format!(
        "TERM=dumb '{}' lab '{}'",
        env!("CARGO_BIN_EXE_trueboard"),
        image("lu")
    );
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]);
    let mut lab = Terminal::start(shell, 200, 24);
    assert_eq!(lab.ends(), 2);
    lab.shows("a terminal of the kind `dumb` cannot show it");
    lab.is_restored();
}

#[test]
fn it_does_without_colour() {
    let mut program = program(&[&image("hello")]);
    program.env("NO_COLOR", "1");
    let mut lab = Terminal::start(program, 80, 24);
    lab.shows(READY);
    lab.keys(b"q");
    left(lab, 0);
}

/// Numbers that are the same in each run (Marsaglia, Xorshift RNGs, 2003).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// Keys, escape sequences, commands and sizes. A byte that is q would leave, and Ctrl-C as well.
#[test]
fn random_keys_do_no_harm() {
    let longer = std::env::var(LONGER).ok();
    let seconds = longer.map_or(4, |s| s.parse().expect("seconds"));
    let words = [
        ":run main\r",
        ":run lu_parallel\r",
        ":goto 5000\r",
        ":goto 99999999999\r",
        ":break main\r",
        ":unbreak main\r",
        ":watch 0x40000000\r",
        ":back main\r",
        ":write 0x40001000\r",
        ":patch main 0\r",
        ":stepback 3\r",
        ":step 50\r",
        ":core 3\r",
        ":core 9\r",
        ":type x\r",
        ":reset\r",
        "\x1b[A",
        "\x1b[B",
        "\x1b[C",
        "\x1b[D",
        "\x1b[5~",
        "\x1b[6~",
        "\x1b[Z",
        "\x1b",
        "\x7f",
        "\u{e9}",
    ];
    let single = b"srnlobBc:wLh?1234567890 pRG\t\r\x01\x1a\x1c";
    let sizes = [(80, 24), (200, 60), (1, 1), (20, 5), (79, 23), (132, 43)];
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    let mut lab = opened("lu");
    let begun = Instant::now();
    let mut pressed = 0_u32;
    while begun.elapsed() < Duration::from_secs(seconds) {
        match numbers.below(8) {
            0..4 => lab.keys(&[single[numbers.below(single.len())]]),
            4..7 => lab.keys(words[numbers.below(words.len())].as_bytes()),
            _ => {
                let (columns, rows) = sizes[numbers.below(sizes.len())];
                lab.resize(columns, rows);
            }
        }
        pressed += 1;
        until("keys are taken", || lab.is_idle());
        assert!(lab.alive(), "after {pressed} keys:\n{}", lab.text());
    }
    // It answers still: what is typed, shown or running is left, and then the lab.
    lab.resize(80, 24);
    for _ in 0..3 {
        lab.keys(b"\x1b");
        std::thread::sleep(Duration::from_millis(200));
    }
    lab.keys(b":nonsense\r");
    lab.shows("`nonsense` is no command");
    lab.keys(b"\x1b");
    std::thread::sleep(Duration::from_millis(200));
    lab.keys(b"q");
    left(lab, 0);
    println!("{pressed} keys in {seconds} s");
}
