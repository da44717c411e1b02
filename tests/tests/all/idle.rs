//! Time passes while every core sleeps, however far away the event is that wakes one.

use conformance::tiny::{G1, G2, Tiny, exit, nop, power_down, set, st, traps_on, use_table};
use conformance::{board, loaded};
use trueboard_board::Ended;
use trueboard_core::time::Tick;

/// Sleeps until timer 0 of GPTIMER 0, which counts microseconds, has counted down from `us`; then
/// ends with success.
fn sleeper(us: u32) -> Tiny {
    let write = |at: u32, value: u32| {
        let mut code = set(at, G1).to_vec();
        code.extend(set(value, G2));
        code.push(st(G2, G1));
        code
    };
    let code = [
        use_table(),
        // IRQMP: the mask of core 0. GPTIMER: reload value, then LD, IE and EN.
        write(0xff90_4040, 1 << 1),
        write(0xff90_8014, us),
        write(0xff90_8018, 0b1101),
        traps_on(),
        vec![power_down(), nop()],
        exit(0),
    ];
    Tiny::new(&code.concat())
}

#[test]
fn a_board_that_sleeps_for_long_wakes_up() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let image = sleeper(100_000).write(dir.path(), "sleeper");
    let mut m = loaded(&board(&[]), &image, false);
    m.boot().expect("the board boots");
    // 10 ms, much less than the sleep takes, and off the grid of the power model.
    let piece = m.base_hz / 100;
    let mut pieces = 0;
    let end = loop {
        let until = Tick(m.now().0 + piece + 1);
        let end = m.run(until);
        if end != Ended::Paused {
            break end;
        }
        pieces += 1;
        assert!(pieces < 20, "still asleep at {:?}", m.now());
        assert_eq!(m.now(), until, "a piece ends where it should");
    };
    assert_eq!(end, Ended::Exit { core: 0, status: 0 });
    let slept = m.now().0 - m.base_hz / 10;
    assert!(slept < m.base_hz / 1000, "{slept} ticks late");
}
