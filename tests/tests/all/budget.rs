//! The end that `--until` gives a run: each core stops at the first boundary of instructions at or
//! after it.

use conformance::{all_prebuilt, loaded};
use trueboard_board::{Ended, Machine, open_board};
use trueboard_core::time::Tick;

/// Base ticks: longer than an instruction of these images takes with all its waits, some 2000 for
/// a read over a network, and shorter than what a core does at a stretch when it is alone.
const LONGEST: u64 = 5000;

/// How far beyond `until` the machine is, if its run was not over before.
fn beyond(m: &mut Machine, until: u64) -> Option<u64> {
    m.boot().expect("the board boots");
    let ended = m.run(Tick(until));
    (ended == Ended::Paused).then(|| m.end_time().0 - until)
}

#[test]
fn nobody_goes_beyond_the_end_of_the_run() {
    let mut overshot = 0;
    for (board, image) in all_prebuilt() {
        let model = open_board(&board, &[]).unwrap_or_else(|e| panic!("{e}"));
        for until in [20_011, 777_777] {
            let fresh = || loaded(&model, &image, false);
            for resumed in [false, true] {
                let mut m = fresh();
                m.set_end(Tick(until), resumed);
                if let Some(by) = beyond(&mut m, until) {
                    assert!(by < LONGEST, "{}: {by} beyond {until}", image.display());
                }
            }
            overshot += u32::from(beyond(&mut fresh(), until) >= Some(LONGEST));
        }
    }
    assert!(overshot > 10, "without an end a core that is alone goes on");
}
