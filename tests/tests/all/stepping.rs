//! A stretch in which every core goes one instruction at a time leaves a run as it is: every prebuilt
//! image, from a seeded point on.

use crate::pieces::{PREFIX, rest, taken};
use conformance::random::Random;
use conformance::{all_prebuilt, boot, loaded};
use trueboard_board::{Pause, Stops, open_board};
use trueboard_core::time::Tick;

/// Base ticks of the stretch.
const STRETCH: u64 = 200_000;

#[test]
fn one_instruction_at_a_time_equals_straight() {
    let mut r = Random::new(275);
    // Nobody comes there, but all are looked after.
    let stops = Stops {
        breakpoints: [u64::MAX].into(),
        ..Stops::default()
    };
    for (board, image) in all_prebuilt() {
        let model = open_board(&board, &[]).unwrap_or_else(|e| panic!("{e}"));
        let mut straight = loaded(&model, &image, true);
        boot(&mut straight);
        let expected = rest(&mut straight);

        let at = r.below(expected.ticks);
        let what = format!("{}, steps from {at} on", image.display());
        let mut m = loaded(&model, &image, true);
        boot(&mut m);
        m.run(Tick(at));
        match m.run_until_break(Tick(PREFIX.min(at + STRETCH)), &stops) {
            Pause::Ended(_) => {}
            other => panic!("{what}: {other:?}"),
        }
        let begin = taken(&mut m);
        rest(&mut m).behind(begin).is(&expected, &what);
    }
}
