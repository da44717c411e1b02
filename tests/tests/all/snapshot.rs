//! A machine that is saved and goes on elsewhere ends as one that was never saved.

use conformance::{board, prebuilt, sparc};
use std::sync::Arc;
use trueboard_board::{Image, Machine, machine};
use trueboard_core::time::Tick;

fn fresh(name: &str) -> Machine {
    let model = board(&[]);
    let mut m = machine(&model.place, &model.file, false).expect("the board is sound");
    let power = model.power.expect("the board has a power model");
    m.set_power_model(power, model.file.power_grid_us);
    let image = Image::read(&prebuilt(name), sparc()).expect("the image is sound");
    m.load(Arc::new(image), &[0]).expect("it fits");
    m
}

/// How it ended, and the digest of every part.
fn end(m: &mut Machine) -> Vec<(String, String)> {
    let ended = m.run(Tick::NEVER);
    m.finish();
    let mut all = vec![("end".to_owned(), format!("{ended:?}"))];
    all.extend(m.digest_parts());
    all
}

#[test]
fn saved_and_restored_equals_straight() {
    for name in ["hello", "omp", "events", "traps", "heat", "lu"] {
        let mut straight = fresh(name);
        straight.boot().expect("it boots");
        let expected = end(&mut straight);
        let ticks = straight.now().0;
        let mut x = 0x2545_f491_4f6c_dd1d_u64;
        for _ in 0..4 {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            let at = x % ticks;
            let mut first = fresh(name);
            first.boot().expect("it boots");
            first.run(Tick(at));
            let bytes = first.save();
            let mut second = fresh(name);
            second
                .load_state(&bytes)
                .expect("it is a snapshot of this board");
            assert_eq!(second.digest(), first.digest(), "{name} at {at}");
            for (got, wanted) in end(&mut second).iter().zip(&expected) {
                assert_eq!(got, wanted, "{name} saved at {at}");
            }
        }
    }
}

#[test]
fn what_is_no_snapshot_is_refused() {
    let mut m = fresh("hello");
    m.boot().expect("it boots");
    assert!(m.load_state(b"nothing of the kind").is_err());
    let mut bytes = m.save();
    bytes.truncate(bytes.len() / 2);
    assert!(fresh("hello").load_state(&bytes).is_err());
}
