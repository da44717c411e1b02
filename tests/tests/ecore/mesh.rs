//! The meshes: 1.5 cycles for each router (AR), a packet a cycle on each link (AR), 14 cycles and 3 for
//! each hop from a load to who needs it (EX; `a_load_as_the_vendor_measured_it`).

use crate::bench::{Board, COUNT, body, hops, window};

/// Cycles from the issue of a store by core 0 in `sender` to its arrival at the others, which are woken
/// by it. All of them count from the same cycle on. The sender reads its counter in the cycle before,
/// the receivers theirs four cycles after they are woken.
fn arrivals(sender: &str, receivers: &[u8]) -> Vec<u64> {
    let sender = format!("{COUNT}\n .rept 100; nop; .endr; {sender}");
    let receiver = format!(
        "{COUNT}
         set 0x800,r1; movts multicast,r1; mov r1,0; movts imask,r1; gie; idle
         @9 movfs r61,ctimer0"
    )
    .replace("multicast", "meshmulticast");
    let mut programs = vec![(0, sender.as_str())];
    programs.extend(receivers.iter().map(|&n| (n, receiver.as_str())));
    let mut board = Board::new(&programs);
    board.finish();
    let sent = board.r(0, 62) - 1;
    let at = |&n: &u8| u64::from(sent - board.r(n, 61)) - 4;
    receivers.iter().map(at).collect()
}

fn others() -> Vec<u8> {
    (1..16).collect()
}

/// Half cycles count as whole ones at the receiver.
fn way(to: u8) -> u64 {
    (3 * (hops(0, to) + 1)).div_ceil(2)
}

#[test]
fn a_store_by_hops() {
    for n in others() {
        let sender = format!(
            "set {},r40; set 0x200,r1; .align 8; movfs r62,ctimer0; str r1,[r40,+0]",
            window(n) + 0xf_042c
        );
        assert_eq!(arrivals(&sender, &[n]), [way(n)], "to core {n}");
    }
}

/// One store to all: each has it when a store to it alone would be there.
#[test]
fn a_multicast_by_hops() {
    let sender = "set 0x800f042c,r40; set 0x200,r1
         movfs r2,config; set 0x3000,r3; orr r2,r2,r3; movts config,r2
         .align 8; movfs r62,ctimer0; str r1,[r40,+0]";
    let expected: Vec<u64> = others().into_iter().map(way).collect();
    assert_eq!(arrivals(sender, &others()), expected);
}

/// Stores one a cycle; the fifth waits for nothing either, since the queue empties as fast.
#[test]
fn stores_in_a_row() {
    let text: String = (0..20).map(|i| format!("strd r2,[r40,+{i}]\n")).collect();
    for n in [0, 1, 15] {
        let m = body(&text)
            .init(&format!("set {},r40", window(n) + 0x2000))
            .run();
        assert_eq!(m.cycles, 20);
    }
}

/// A load, and the store that needs it.
#[test]
fn a_load_by_hops() {
    for n in 0..16 {
        let load = |text: &str| {
            body(text)
                .init(&format!(
                    "set {},r40; set 0x4000,r41; mov r42,0",
                    window(n) + 0x2000
                ))
                .run()
                .cycles
        };
        let expected = 15 + 3 * hops(0, n);
        assert_eq!(
            load("ldr r1,[r40,+0]; str r1,[r41,+0]"),
            expected,
            "core {n}"
        );
        assert_eq!(
            load("ldrb r1,[r40,+0]; str r1,[r41,+0]"),
            expected,
            "a byte of core {n}"
        );
        assert_eq!(
            load("testset r1,[r40,+r42]; str r1,[r41,+0]"),
            expected,
            "TESTSET"
        );
        // One load is on its way; the second waits for it.
        let two = "ldr r1,[r40,+0]; ldr r2,[r40,+1]; str r2,[r41,+0]";
        assert_eq!(load(two), 2 * (expected - 1) + 1);
        // A store out of the core waits for it as who needs it does; one into the own memory does not.
        assert_eq!(load("ldr r1,[r40,+0]; str r2,[r40,+2]"), expected);
        assert_eq!(load("ldr r1,[r40,+0]; str r2,[r41,+0]"), 2);
        // What needs nothing goes on meanwhile.
        let meanwhile = "ldr r1,[r40,+0]; .rept 12; .code32 add r3,r3,1; .endr; str r1,[r41,+0]";
        assert_eq!(load(meanwhile), expected);
    }
}

/// EX emesh_read_latency: 18 cycles and 3 for each hop, for what its build script makes of a load and
/// a store without optimisation: the address to store at is moved (1), the pointer is loaded from the
/// stack (1) and waited for (1), the load, and the store that needs it.
#[test]
fn a_load_as_the_vendor_measured_it() {
    let group = "mov r0,0x5300; ldr r1,[r50,+6]; ldr r1,[r1]; str r1,[r0]\n";
    for n in 0..16 {
        let m = body(&group.repeat(10))
            .init(&format!(
                "set {},r1; mov r50,0x7000; str r1,[r50,+6]",
                window(n) + 0x5100
            ))
            .run();
        assert_eq!(m.cycles, 10 * (18 + 3 * hops(0, n)), "core {n}");
    }
}

/// Cores that send 17 double words, all beginning in the same cycle; the last one of the last core
/// wakes core 0. The cycles from the first store to that.
fn crowd(senders: &[u8]) -> u64 {
    let stores: String = (0..16).map(|i| format!("strd r2,[r40,+{i}]\n")).collect();
    let text = |last: u32| {
        format!(
            "{COUNT}
             set {},r40; set {last},r41; set 0x200,r1; .rept 100; nop; .endr; .align 8
             movfs r62,ctimer0
             {stores}
             str r1,[r41,+0]",
            window(0) + 0x2000,
        )
    };
    let (data, news) = (text(window(0) + 0x2100), text(window(0) + 0xf_042c));
    let receiver = format!(
        "{COUNT}
         mov r1,0; movts imask,r1; gie; idle
         @9 movfs r61,ctimer0"
    );
    let mut programs = vec![(0, receiver.as_str())];
    let last = senders[senders.len() - 1];
    programs.extend(
        senders
            .iter()
            .map(|&n| (n, if n == last { &news[..] } else { &data[..] })),
    );
    let mut board = Board::new(&programs);
    board.finish();
    let first = board.r(senders[0], 62) - 1;
    u64::from(first - board.r(0, 61)) - 4
}

/// 17 packets each through the last link into core 0, one a cycle.
#[test]
fn senders_share_the_last_link() {
    assert_eq!(crowd(&[1]), 16 + 3);
    // Two hops are 1.5 cycles more.
    assert_eq!(crowd(&[2]), (2 * 16 + 9_u64).div_ceil(2));
    // From both sides: they meet at the router of core 0, in the same phase.
    assert_eq!(crowd(&[1, 4]), 33 + 3);
    // In one row: the packets of core 2 come to the link of core 1 in the middle of a cycle, so that
    // half a cycle of the link is lost once.
    assert_eq!(crowd(&[1, 2]), (2 * 33 + 1 + 6_u64).div_ceil(2));
    assert_eq!(crowd(&[1, 2, 4, 8]), (2 * 67 + 1 + 6_u64).div_ceil(2));
}
