//! A machine that goes back to a checkpoint, and a fork that starts from one, do what the machine did that
//! was left alone.

use crate::pieces::{PREFIX, Rest, rest};
use conformance::random::Random;
use conformance::{all_prebuilt, boot, booted, loaded, prebuilt};
use trueboard_board::{Ended, Machine, open_board};
use trueboard_core::time::Tick;

/// The end of two machines is one, but for what was recorded on the way.
fn same_end(got: &Rest, wanted: &Rest, what: &str) {
    assert_eq!(got.ended, wanted.ended, "{what}");
    for (got, wanted) in got.parts.iter().zip(&wanted.parts) {
        assert_eq!(got, wanted, "{what}");
    }
}

#[test]
fn every_image_goes_back_and_forks() {
    let mut r = Random::new(1409);
    for (board, image) in all_prebuilt() {
        let model = open_board(&board, &[]).unwrap_or_else(|e| panic!("{e}"));
        let fresh = || {
            let mut m = loaded(&model, &image, false);
            boot(&mut m);
            m
        };
        let expected = rest(&mut fresh());
        let mut m = fresh();
        let at = r.below(expected.ticks);
        let what = format!("{}, checkpoint at {at}", image.display());
        m.run(Tick(at));
        let here = m.checkpoint();
        let before = m.digest();
        let mut fork = m.fork_at(&here).expect("it is of this machine");
        m.run(Tick(at + r.below(PREFIX)));
        m.restore(&here).expect("it is of this machine");
        assert_eq!(
            (m.digest(), fork.digest()),
            (before.clone(), before),
            "{what}"
        );
        same_end(&rest(&mut m), &expected, &what);
        same_end(&rest(&mut fork), &expected, &format!("{what}, fork"));
        // From the end of the run, and into a fork of another age.
        for machine in [&mut m, &mut fork] {
            machine.restore(&here).expect("it is of this machine");
            same_end(&rest(machine), &expected, &format!("{what}, again"));
        }
    }
}

/// Machines whose cores do not run images: what a host's script and workloads do.
#[test]
fn scripts_and_workloads_go_back_and_fork() {
    for name in ["parallella/scripts/mesh", "keystone2/sync"] {
        let expected = rest(&mut booted(name));
        let mut m = booted(name);
        m.run(Tick(expected.ticks / 2));
        let here = m.checkpoint();
        let mut fork = m.fork().expect("it is of this machine");
        same_end(&rest(&mut m), &expected, name);
        same_end(&rest(&mut fork), &expected, name);
        m.restore(&here).expect("it is of this machine");
        same_end(&rest(&mut m), &expected, name);
    }
}

/// A ring of checkpoints, visited in any order, is as deep as it is.
#[test]
fn checkpoints_are_visited_in_any_order() {
    const STEP: u64 = 200_000;
    let mut straight = booted("lu");
    let digests: Vec<String> = (0..12)
        .map(|i| {
            straight.run(Tick(32_000_000 + i * STEP));
            straight.digest()
        })
        .collect();
    assert!(digests.is_sorted_by(|a, b| a != b));
    let mut m = booted("lu");
    let points: Vec<_> = (0..12)
        .map(|i| {
            m.run(Tick(32_000_000 + i * STEP));
            m.checkpoint()
        })
        .collect();
    let mut r = Random::new(9);
    for _ in 0..40 {
        let i = r.below(12) as usize;
        m.restore(&points[i]).expect("it is of this machine");
        assert_eq!(m.digest(), digests[i]);
        if let Some(next) = digests.get(i + 1) {
            m.run(Tick(32_000_000 + (i as u64 + 1) * STEP));
            assert_eq!(m.digest(), *next);
        }
    }
}

/// A checkpoint costs the pages that were written since the one before.
#[test]
fn checkpoints_share_pages() {
    let mut m = booted("lu");
    m.run(Tick(4_000_000));
    let first = m.checkpoint();
    let second = m.checkpoint();
    assert_eq!(second.memory().pages_apart(first.memory()), 0);
    m.run(Tick(4_100_000));
    let third = m.checkpoint();
    let apart = third.memory().pages_apart(first.memory());
    let all = third.memory().bytes_held() / 4096;
    assert!(apart > 0 && apart < all / 2, "{apart} of {all} pages");
}

/// What one machine does is nothing to the other.
#[test]
fn forks_go_their_own_way() {
    let mut m = booted("hello");
    m.run(Tick(2_000));
    let mut fork = m.fork().expect("it is of this machine");
    let before = m.digest();
    let Ended::Exit { status: 0, .. } = fork.run(Tick::NEVER) else {
        panic!("it ends")
    };
    assert!(!fork.take_console().is_empty());
    assert_eq!(m.digest(), before);
    assert!(m.take_console().is_empty());
    // A run that has ended goes on when it is put back.
    let end = fork.checkpoint();
    let here = m.checkpoint();
    fork.restore(&here).expect("it is of this machine");
    assert_eq!(fork.digest(), before);
    assert_eq!(fork.run(Tick(3_000)), Ended::Paused);
    m.restore(&end).expect("it is of this machine");
    assert_eq!(m.run(Tick::NEVER), Ended::Exit { core: 0, status: 0 });
}

/// Code that costs nothing costs a fork nothing either.
#[test]
fn forks_have_free_code() {
    let model = open_board("gr740", &[]).unwrap_or_else(|e| panic!("{e}"));
    let mut m: Machine = loaded(&model, &prebuilt("traps"), false);
    m.set_free(&["uart_*".to_owned(), "*printf*".to_owned()], &[])
        .expect("there are such functions");
    m.boot().expect("it boots");
    m.run(Tick(100_000));
    let mut fork = m.fork().expect("it is of this machine");
    same_end(&rest(&mut fork), &rest(&mut m), "traps");
}

#[test]
fn checkpoints_of_others_are_refused() {
    let here = booted("hello").checkpoint();
    let mut other = booted("lu");
    let before = other.digest();
    assert!(other.restore(&here).is_err());
    assert!(other.fork_at(&here).is_err());
    assert!(booted("tc275/hello").restore(&here).is_err());
    assert_eq!(other.digest(), before);
}
