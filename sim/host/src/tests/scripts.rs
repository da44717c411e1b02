use super::rig::*;
use crate::{Chip, Op, Params, Script, Span, compile};
use trueboard_core::cpu::Core;
use trueboard_core::fact::FactKind;
use trueboard_core::mem::Memory;
use trueboard_core::net::Packet;
use trueboard_core::time::Tick;

const CORE5: u64 = 0x8490_0000;
const OPEN: &str = "init, open(row: 0, col: 0, rows: 4, cols: 4),";

fn script(steps: &str) -> String {
    format!("(serve_traps: None, steps: [{OPEN} {steps}])")
}

/// One for a firmware with a layout of its own: [`LAYOUT`].
fn described(steps: &str) -> String {
    format!("(serve_traps: None, layout: \"layout.ron\", steps: [{OPEN} {steps}])")
}

#[test]
fn an_image_is_loaded_and_started() {
    let mut rig = Rig::new(
        &script("load(image: \"app.elf\", core: (1, 1), start: true)"),
        nothing(),
    );
    // Rubbish that the loader has to clear.
    rig.mem.poke(CORE5 + 0x4000, &[0xff; 8]);
    assert_eq!(rig.run(), 0, "{:?}", rig.out.lines);
    assert_eq!(rig.word(CORE5 + 0x100), 0x0403_0201);
    assert_eq!(rig.word(CORE5 + 0x4000), 0);
    // ILATST, IMASK, and what the core learns of its group.
    assert_eq!(rig.word(CORE5 + 0xf042c), 1);
    assert_eq!(rig.word(CORE5 + 0xf0424), !1);
    assert_eq!(rig.word(CORE5 + 0x30), 0x808);
    assert_eq!((rig.word(CORE5 + 0x44), rig.word(CORE5 + 0x48)), (1, 1));
    assert_eq!(rig.word(0x8f00_0000), 0xabcd_ef00);
    let calls = |f: &&trueboard_core::fact::Fact| matches!(f.kind, FactKind::Call { .. });
    assert_eq!(rig.facts.iter().filter(calls).count(), 3);
}

#[test]
fn words_go_out_as_the_network_takes_them() {
    let timed = |step: &str| {
        let mut rig = Rig::new(&script(step), nothing());
        rig.run();
        rig.host.now().0
    };
    let base = timed("");
    let bytes = vec![1; 400];
    let write = format!("write(at: \"0x100\", core: (0, 0), bytes: {bytes:?})");
    assert_eq!(timed(&write) - base, 100 * WORD);
    let read = "read(at: \"0x100\", core: (0, 0), bytes: 400)";
    assert_eq!(timed(read) - base, 100 * 2 * WAY);
    // Two bytes, a word, a byte.
    let odd = "write(at: \"0x102\", core: (0, 0), bytes: [1, 2, 3, 4, 5, 6, 7])";
    assert_eq!(timed(odd) - base, 3 * WORD);
}

#[test]
fn expectations_fail_the_run_and_it_goes_on() {
    let mut rig = Rig::new(
        &script(
            "write(core: (0, 0), at: \"0x200\", value: 7), \
             read(core: (0, 0), at: \"0x200\", expect: 7), \
             read(core: (0, 0), at: \"0x200\", expect: 8, print: true), \
             wait(core: (0, 1), at: \"0x200\", equals: 1, every: \"10 us\", timeout: \"1 ms\"), \
             print(\"after\"), finish(status: 0)",
        ),
        nothing(),
    );
    assert_eq!(rig.run(), 1);
    assert_eq!(rig.out.lines.len(), 2, "{:?}", rig.out.lines);
    assert_eq!(rig.out.lines[0], "0x200 of core (0, 0) is 0x7, not 0x8");
    assert!(rig.out.lines[1].contains("gave up after 1 ms"));
    assert_eq!(rig.out.console, "0x200 of core (0, 0) = 0x7\nafter\n");
}

#[test]
fn what_cannot_be_is_refused_before_the_run() {
    let text = script(
        "load(image: \"none.elf\"), load(image: \"app.elf\", core: (0, 0)), \
         read(core: (4, 0), at: \"0x100\"), read(core: (0, 0), at: \"no_such\"), \
         read(core: (0, 1), at: \"result\"), shm_attach(name: \"x\"), \
         repeat(times: 2, steps: [sleep(\"1 us\"), stop_job(\"j\")]), wait_exit(timeout: \"1 s\"), \
         drain(), write(core: (0, 0), at: \"0x9000\", value: 1), \
         read(core: (0, 0), at: \"result\", save: \"../x\"), \
         open(row: 3, col: 0, rows: 2, cols: 4), start(core: (0, 3))",
    );
    let script = Script::parse(&text).unwrap();
    let problems = compile(&script, &Chip::default(), &mut app()).unwrap_err();
    let want = [
        "steps[2]: load: none.elf: no such image",
        "steps[4]: core: there is no core (4, 0)",
        "steps[5]: at: the image of core (0, 0) has no symbol `no_such`",
        "steps[6]: at: `result`: core (0, 1) has no image here",
        "steps[7]: e_shm_attach: no shared region is called `x` here",
        "steps[8].steps[1]: stop_job: no job before is called `j`",
        "steps[9]: wait_exit: the host serves no TRAPs here",
        "steps[10]: drain: no shared region is called `barectf-tracing` here",
        "steps[11]: at: 0x9000 is no address of a core",
        "steps[12]: read: save: `../x` is no name of a file",
        "steps[13]: open: rows 3 to 4",
        "steps[14]: start: core (0, 3) has no image here",
    ];
    assert_eq!(problems.len(), want.len(), "{problems:#?}");
    for (got, want) in problems.iter().zip(want) {
        assert!(got.starts_with(want), "{got}\n{want}");
    }
}

#[test]
fn jobs_run_beside_the_steps_until_they_are_stopped() {
    let mut rig = Rig::new(
        &script(
            "job(name: \"tick\", every: \"100 us\", steps: [print(\"tick\")]), sleep(\"1 ms\"), \
             stop_job(\"tick\"), print(\"stopped\"), sleep(\"1 ms\")",
        ),
        nothing(),
    );
    assert_eq!(rig.run(), 0);
    // A nap of 100 us takes 160: at 0, 160, … 960, and the sleep of 1 ms ends at 1060.
    assert_eq!(rig.out.console, "tick\n".repeat(7) + "stopped\n");
}

#[test]
fn loops_count() {
    let mut rig = Rig::new(
        &script("repeat(times: 3, steps: [repeat(times: 2, steps: [print(\"x\")]), print(\"y\")])"),
        nothing(),
    );
    rig.run();
    assert_eq!(rig.out.console, "x\nx\ny\n".repeat(3));
}

/// A core that halts with `trap`, PC at the instruction, when it is started.
fn trapping(trap: u16, args: [u32; 4]) -> Firmware {
    Box::new(move |p: &Packet, _: Tick, mem: &mut Memory| {
        if p.txn.pa == CORE5 + 0xf042c {
            mem.poke(CORE5 + 0xf040c, &[1, 0, 0, 0]);
            mem.poke(CORE5 + 0xf0408, &0x300u32.to_le_bytes());
            mem.poke(CORE5 + 0x300, &(trap << 10 | 0x3e2).to_le_bytes());
            mem.poke(CORE5 + 0x400, b"hello\n");
            for (i, a) in (0..).zip(args) {
                mem.poke(CORE5 + 0xf0000 + 4 * i, &a.to_le_bytes());
            }
        }
        if p.txn.pa == CORE5 + 0xf0448 {
            mem.poke(CORE5 + 0xf040c, &[p.value as u8, 0, 0, 0]);
        }
    })
}

#[test]
fn traps_are_served() {
    let text = format!(
        "(steps: [{OPEN} load(image: \"app.elf\", core: (1, 1), start: true), sleep(\"2 ms\"), \
         read(core: (1, 1), at: \"reg:pc\", expect: 0x302), \
         read(core: (1, 1), at: \"reg:r0\", expect: 6)])"
    );
    let mut rig = Rig::new(&text, trapping(0, [1, 0x400, 6, 0]));
    assert_eq!(rig.run(), 0, "{:?}", rig.out.lines);
    assert_eq!(rig.out.console, "hello\n");

    let text = format!(
        "(steps: [{OPEN} load(image: \"app.elf\", core: (1, 1), start: true), \
         wait_exit(core: (1, 1), timeout: \"5 ms\"), expect_exit(core: (1, 1), status: 3), \
         expect_exit(core: (1, 1), status: 4), expect_exit(core: (0, 0), status: 0)])"
    );
    let mut rig = Rig::new(&text, trapping(3, [3, 0, 0, 0]));
    assert_eq!(rig.run(), 1);
    assert_eq!(rig.out.lines.len(), 2, "{:?}", rig.out.lines);
    assert!(rig.out.lines[0].contains("ended with status 3, not 4"));
}

const RINGS: &str = "shm_alloc(name: \"barectf-tracing\", size: 16512),";
const RING5: u64 = 0x8f00_4a40 + 5 * 1032;

fn packet(n: u8) -> Vec<u8> {
    let mut p = vec![n; 256];
    p[..4].copy_from_slice(&0xc1fc_1fc1u32.to_le_bytes());
    p
}

/// Puts packets into core 5's ring when the host writes to 0x8e000000: its value says which fault
/// to make.
fn ring(faults: [u32; 3]) -> Firmware {
    let mut made = 0u32;
    Box::new(move |p: &Packet, _: Tick, mem: &mut Memory| {
        if p.txn.pa != 0x8e00_0000 {
            return;
        }
        let slot = RING5 + 8 + u64::from(made % 4) * 256;
        let mut bytes = packet(made as u8);
        match p.value as u32 {
            v if v == faults[0] => bytes[0] = 0,
            v if v == faults[1] => bytes = packet(made.wrapping_sub(4) as u8),
            _ => {}
        }
        mem.poke(slot, &bytes);
        made += 1;
        let index = if p.value as u32 == faults[2] {
            0xdead_beef
        } else {
            made
        };
        mem.poke(RING5 + 4, &index.to_le_bytes());
    })
}

fn put(value: u32) -> String {
    format!("write(core: (0, 0), at: \"0x8e000000\", value: {value}), ")
}

#[test]
fn rings_are_drained_into_streams() {
    let steps = format!(
        "{RINGS} {}drain(metadata: \"metadata\"), {}drain(until_empty: true)",
        put(1) + &put(1),
        put(1) + &put(1)
    );
    let mut rig = Rig::new(&script(&steps), ring([90, 91, 92]));
    assert_eq!(rig.run(), 0, "{:?}", rig.out.lines);
    let want: Vec<u8> = (0..4).flat_map(packet).collect();
    assert_eq!(rig.out.streams["parallella/stream-1-1"], want);
    assert_eq!(rig.out.streams["parallella/metadata"], b"/* CTF 1.8 */");
    assert_eq!((rig.word(RING5), rig.word(RING5 + 4)), (4, 4));
}

#[test]
fn bad_packets_are_told_and_left_out() {
    // Wrong magic, then a slot that was not written anew, then a wild index.
    let steps = format!(
        "{RINGS} {}drain(until_empty: true), {}drain(until_empty: true), {}drain(), {}drain()",
        put(1) + &put(10) + &put(1) + &put(1),
        put(11),
        put(12),
        put(1),
    );
    let mut rig = Rig::new(&script(&steps), ring([10, 11, 12]));
    assert_eq!(rig.run(), 1);
    let lines = &rig.out.lines;
    assert_eq!(lines.len(), 4, "{lines:#?}");
    assert!(
        lines[0].contains("packet 1 (slot 1) begins with 0xc1fc1f00"),
        "{}",
        lines[0]
    );
    assert!(
        lines[1].contains("packet 4 (slot 0) is still the one"),
        "{}",
        lines[1]
    );
    assert!(
        lines[2].contains("producer index is 0xdeadbeef with 5 packets"),
        "{}",
        lines[2]
    );
    assert_eq!(rig.out.streams["parallella/stream-1-1"].len(), 3 * 256);
}

/// Rings of two packets of 128 bytes, as the layout says.
#[test]
fn rings_are_those_of_the_layout() {
    let ring5 = 0x8f00_4a40 + 5 * (8 + 2 * 128);
    let whole = |n: u8| [&0xc1fc_1fc1u32.to_le_bytes()[..], &[n; 124]].concat();
    let mut made = 0u32;
    let firmware: Firmware = Box::new(move |p: &Packet, _: Tick, mem: &mut Memory| {
        if p.txn.pa == 0x8e00_0000 {
            let slot = ring5 + 8 + u64::from(made % 2) * 128;
            mem.poke(slot, &whole(made as u8));
            made += 1;
            mem.poke(ring5 + 4, &made.to_le_bytes());
        }
    });
    let steps = format!(
        "{RINGS} {}drain(until_empty: true), {}drain(until_empty: true)",
        put(1) + &put(1),
        put(1)
    );
    let mut rig = Rig::new(&described(&steps), firmware);
    assert_eq!(rig.run(), 0, "{:?}", rig.out.lines);
    let want: Vec<u8> = (0..3).flat_map(whole).collect();
    assert_eq!(rig.out.streams["parallella/stream-1-1"], want);
    assert_eq!(rig.word(ring5), 3);
    let problems = |text: &str| {
        let script = Script::parse(text).expect("it is a script");
        compile(&script, &Chip::default(), &mut app()).expect_err(text)
    };
    let small = described("shm_alloc(name: \"barectf-tracing\", size: 4000), drain()");
    assert_eq!(
        problems(&small),
        ["steps[3]: drain: `barectf-tracing` has 4000 bytes, but rings of these cores take 4224"]
    );
}

/// What a script names of mailboxes is in the layout, or is told before the run.
#[test]
fn mailboxes_are_those_of_the_layout() {
    let mut rig = Rig::new(
        &described("write(core: (1, 1), at: \"mailbox:led\", value: 3)"),
        nothing(),
    );
    assert_eq!(rig.run(), 0, "{:?}", rig.out.lines);
    assert_eq!(rig.word(0x8e10_0000 + 24 * 5 + 16), 3);
    let problems = |text: &str| {
        let script = Script::parse(text).expect("it is a script");
        compile(&script, &Chip::default(), &mut app()).expect_err(text)
    };
    assert_eq!(
        problems(&described("read(core: (0, 0), at: \"mailbox:lef\")")),
        ["steps[2]: at: a mailbox has no `lef` by the script's layout; it has: request, ack, led"]
    );
    let undescribed =
        "the script describes no mailboxes; name the file that does: layout: \"FILE\"";
    let steps = "read(core: (0, 0), at: \"mailbox:led\"), exchange()";
    assert_eq!(
        problems(&script(steps)),
        [
            format!("steps[2]: at: {undescribed}"),
            format!("steps[3]: exchange: {undescribed}")
        ]
    );
    // Of a layout that is not usable only that is told.
    for (name, told) in [
        ("none.ron", "layout: none.ron: no such file"),
        ("metadata", "layout: metadata:1:"),
    ] {
        let text = described(steps).replace("layout.ron", name);
        let told_of = problems(&text);
        assert_eq!(told_of.len(), 1, "{told_of:?}");
        assert!(told_of[0].starts_with(told), "{told_of:?}");
    }
}

/// Core 5 acknowledges at once.
fn acknowledging() -> Firmware {
    Box::new(|p: &Packet, _: Tick, mem: &mut Memory| {
        if p.txn.pa == CORE5 + 0xf042c && p.value == 0x200 {
            let mailbox = 0x8e10_0000 + 24 * 5;
            let request = mem.peek(mailbox + 12, 4).unwrap();
            let n = u32::from_le_bytes(request.try_into().unwrap());
            mem.poke(mailbox + 8, &(n + 1).to_le_bytes());
        }
    })
}

#[test]
fn exchanges_leave_causes_and_effects() {
    let steps = "exchange(core: (1, 1)), exchange(core: (0, 0), timeout: \"1 ms\"), \
                 exchange(core: (1, 1))";
    let mut rig = Rig::new(&described(steps), acknowledging());
    assert_eq!(rig.run(), 1);
    assert_eq!(rig.out.lines.len(), 1, "{:?}", rig.out.lines);
    assert!(
        rig.out.lines[0].starts_with("exchange 2 with core (0, 0): no acknowledgement after 1 ms")
    );
    let stream = &rig.out.streams["host/host"];
    let events: Vec<(u16, u32, u8)> = stream
        .chunks(63)
        .map(|p| {
            let seq = u32::from_le_bytes(p[58..62].try_into().unwrap());
            (u16::from_le_bytes([p[48], p[49]]), seq, p[62])
        })
        .collect();
    assert_eq!(
        events,
        [(0, 0, 5), (1, 1, 5), (0, 2, 0), (0, 4, 5), (1, 5, 5)]
    );
    assert!(rig.out.streams.contains_key("host/metadata"));
}

#[test]
fn a_snapshot_in_the_middle_changes_nothing() {
    let text = described("load(image: \"app.elf\"), exchange(core: (1, 1)), print(\"end\")");
    let mut whole = Rig::new(&text, acknowledging());
    whole.run();
    let mut first = Rig::new(&text, acknowledging());
    assert_eq!(first.run_for(1000), None);
    let saved = first.host.save();
    let mut second = Rig::new(&text, acknowledging());
    second.mem = first.mem;
    second.out = first.out;
    second.host.load(&saved).unwrap();
    assert_eq!(second.run(), 0);
    assert_eq!(second.host.now(), whole.host.now());
    assert_eq!(second.out.streams, whole.out.streams);
    let mut other = Rig::new(&script("print(\"other\")"), nothing());
    assert!(other.host.load(&saved).is_err());
}

#[test]
fn the_types_do_the_same_as_text() {
    let text = Script::parse(&script("sleep(\"5 us\"), finish(status: 3)")).unwrap();
    let open = Op::Open {
        row: 0,
        col: 0,
        rows: 4,
        cols: 4,
    };
    let steps = vec![
        Op::Init,
        open,
        Op::Sleep(Span::us(5)),
        Op::Finish { status: 3 },
    ];
    let types = Script {
        serve_traps: None,
        ..Script::new(steps)
    };
    assert_eq!(types, text);
    assert_eq!(Rig::of(&types, Params::default(), nothing()).run(), 3);
}
