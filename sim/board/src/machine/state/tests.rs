use crate::{Machine, Struck, Upset, machine, open_board};
use trueboard_core::fact::CoreState;

fn gr740() -> Machine {
    board("gr740")
}

fn board(name: &str) -> Machine {
    let model = open_board(name, &[]).expect("it is compiled in");
    machine(&model.place, &model.file, false).expect("the board is sound")
}

/// Names of the parts in which the digest of a machine changes by what `f` does.
fn changed(f: impl FnOnce(&mut Machine)) -> Vec<String> {
    let mut m = gr740();
    let before = m.digest_parts();
    f(&mut m);
    let after = m.digest_parts();
    let pairs = before.into_iter().zip(after);
    pairs.filter(|(a, b)| a != b).map(|(a, _)| a.0).collect()
}

#[test]
fn the_digest_covers_what_no_part_saves() {
    assert_eq!(changed(|_| ()), [""; 0]);
    let holds = |m: &mut Machine| {
        m.fabric
            .memories
            .iter_mut()
            .for_each(|r| r.holders.add(9, 2))
    };
    assert_eq!(changed(holds), ["snooping"]);
    assert_eq!(changed(|m| m.fabric.snoops[1].push(64)), ["snooping"]);
    assert_eq!(changed(|m| m.states[2] = CoreState::Error), ["machine"]);
    assert_eq!(
        changed(|m| m.fabric.attached[0].clocked = false),
        ["machine"]
    );
    assert_eq!(
        changed(|m| m.fabric.outside.typed.push_back(1)),
        ["machine"]
    );
    let streams = |m: &mut Machine| {
        m.fabric.outside.append("trace", b"one");
        drop(m.take_streams());
    };
    assert_eq!(changed(streams), ["streams"]);
    assert_eq!(changed(|m| m.cores[3].set(1, 7)), ["cpu3"]);
}

/// However it is cut into pieces by who takes it.
#[test]
fn a_stream_is_its_writes() {
    let write = |takes: bool| {
        let mut m = gr740();
        m.fabric.outside.append("trace", b"one");
        if takes {
            drop(m.take_streams());
        }
        m.fabric.outside.append("trace", b"two");
        m.digest()
    };
    assert_eq!(write(false), write(true));
}

/// The state that one machine gives, another one of its board takes, and gives again.
#[test]
fn a_state_goes_from_machine_to_machine() {
    let mut m = gr740();
    m.fabric
        .memories
        .iter_mut()
        .for_each(|r| r.holders.add(9, 2));
    m.fabric.outside.append("trace", b"one");
    assert!(m.mem.poke(m.mem.regions()[0].base + 5, &[7]));
    let here = m.checkpoint();
    let mut other = gr740();
    other.restore(&here).expect("it is of this board");
    assert_eq!(other.digest_parts(), m.digest_parts());
    assert_eq!(other.streams(), m.streams());
}

/// Words with flipped bits, and what a chip has noted of them, are state.
#[test]
fn flips_that_wait_come_back_with_a_state() {
    for (name, address) in [("tc275", 0x7000_2000), ("tc275", 0x8000_1000)] {
        let (mut m, mut other) = (board(name), board(name));
        let before = m.checkpoint();
        let flip = Upset::Cell { address, bits: 3 };
        assert_eq!(m.upset(&flip), Ok(Struck::Waits));
        let faults = |m: &Machine| m.digest_parts().iter().any(|p| p.0 == "faults");
        assert!(faults(&m) && !faults(&other));
        other.restore(&m.checkpoint()).expect("it is of this board");
        assert_eq!(other.digest_parts(), m.digest_parts());
        assert!(other.fabric.has_flips());
        other.restore(&before).expect("it is of this board");
        assert!(!faults(&other) && !other.fabric.has_flips());
    }
}
