//! The lab on images that are there.

use crate::view::{Fate, Passed, Stage};
use crate::{Command, Lab, Panel, Request, Setup, StopKind};
use trueboard_board::{Back, Budget, Given, Pause, Stops};

/// The bytes of a prebuilt image.
fn prebuilt(name: &str) -> Vec<u8> {
    let path = format!(
        "{}/../../firmware/prebuilt/{name}",
        env!("CARGO_MANIFEST_DIR")
    );
    std::fs::read(path).expect("a prebuilt image")
}

/// A lab of an image.
pub(crate) fn lab(board: &str, image: &str) -> Lab {
    let files = Given::from([(image.into(), prebuilt(image))]);
    Lab::open(Setup::image(board, image), files).expect("it opens")
}

fn command(lab: &mut Lab, command: Command) -> crate::Answer {
    let request = Request {
        command: Some(command),
        ..Request::default()
    };
    let answer = lab.answer(&request);
    assert_eq!(answer.error, None, "{request:?}");
    answer
}

fn run_to(place: &str) -> Command {
    Command::RunTo {
        place: place.to_owned(),
        cycles: Some(50_000_000),
    }
}

#[test]
fn steps_go_forth_and_back() {
    let mut lab = lab("gr740", "gr740/lu.elf");
    let at_main = command(&mut lab, run_to("main"));
    assert_eq!(at_main.view.stop.kind, StopKind::Breakpoint);
    assert_eq!(at_main.view.cores[0].pc.function.as_deref(), Some("main"));
    let digest = lab.machine().digest();
    for _ in 0..3 {
        let there = command(
            &mut lab,
            Command::Step {
                core: None,
                count: Some(40),
            },
        );
        assert_eq!(there.view.stop.kind, StopKind::Stepped);
        assert_ne!(there.view.cores[0].pc, at_main.view.cores[0].pc);
        let back = command(
            &mut lab,
            Command::StepBack {
                core: None,
                count: Some(40),
            },
        );
        assert_eq!(back.view.cores[0].pc, at_main.view.cores[0].pc);
    }
    assert_eq!(
        lab.machine().core_state(0).map(|s| s.0.to_owned()),
        Some("cpu0".to_owned())
    );
    let (before, now) = (digest, lab.machine().digest());
    assert_eq!(before, now, "going back and forth changes nothing");
}

#[test]
fn a_step_out_comes_to_the_caller() {
    let mut lab = lab("gr740", "gr740/lu.elf");
    command(&mut lab, run_to("main"));
    let depth = lab.machine().calls(0).len();
    let over = command(&mut lab, Command::StepOver { core: None });
    assert_eq!(over.view.stop.kind, StopKind::Stepped);
    let mut inside = over;
    for _ in 0..200 {
        if lab.machine().calls(0).len() > depth {
            break;
        }
        inside = command(
            &mut lab,
            Command::Step {
                core: None,
                count: None,
            },
        );
    }
    assert_ne!(inside.view.cores[0].pc.function.as_deref(), Some("main"));
    let out = command(&mut lab, Command::StepOut { core: None });
    assert_eq!(out.view.cores[0].pc.function.as_deref(), Some("main"));
}

/// By hand: a line is in the set that the number of lines before it says, modulo all sets.
#[test]
fn a_line_that_has_left_stands_at_its_set() {
    let mut lab = lab("gr740", "gr740/lu.elf");
    command(&mut lab, run_to("lu_parallel"));
    let cycles = Some(60_000);
    command(&mut lab, Command::Run { cycles });
    let mut seen = 0;
    for cache in lab.view(&[Panel::Caches]).panels.caches.expect("the panel") {
        for row in &cache.rows {
            let Some(gone) = &row.evicted else { continue };
            let line = gone.at / u64::from(cache.line_bytes);
            let set = line % u64::from(cache.sets);
            assert_eq!(set, u64::from(row.set), "{}: {gone:?}", cache.name);
            seen += 1;
        }
    }
    assert!(seen > 10, "{seen} lines have left");
}

#[test]
fn what_a_core_did_last_is_shown_wherever_it_stops() {
    for (image, place) in [
        ("lu", "main"),
        ("speed_calls", "main"),
        ("speed_loop", "main"),
    ] {
        let mut lab = lab("gr740", &format!("gr740/{image}.elf"));
        command(&mut lab, run_to(place));
        for cycles in [0, 100, 60_000, 777_777] {
            if cycles != 0 {
                command(
                    &mut lab,
                    Command::Run {
                        cycles: Some(cycles),
                    },
                );
            }
            let view = lab.view(&[Panel::Pipeline]);
            let pipeline = view.panels.pipeline.expect("the panel");
            assert!(
                !pipeline[0].instructions.is_empty(),
                "{image}, {cycles} cycles behind {place}"
            );
        }
    }
}

/// A core that another one comes before leaves its instruction, and begins it again: that is no trap, and one row.
#[test]
fn an_instruction_that_is_begun_again_is_one_and_has_not_trapped() {
    let mut lab = lab("gr740", "gr740/lu.elf");
    command(&mut lab, run_to("lu_parallel"));
    let mut interrupted = 0;
    for _ in 0..40 {
        let cycles = Some(4_001);
        command(&mut lab, Command::Run { cycles });
        let view = lab.view(&[Panel::Pipeline, Panel::Meters]);
        let meters = view.panels.meters.expect("the panel");
        for p in view.panels.pipeline.expect("the panel") {
            let of_core = meters.iter().find(|m| m.core == p.core).expect("a core");
            let meter = |name: &str| {
                of_core
                    .values
                    .iter()
                    .find(|v| v.0 == name)
                    .map_or(0, |v| v.1)
            };
            let rows = &p.instructions;
            let so = |fate| rows.iter().filter(|e| e.fate == fate).count() as u64;
            assert!(
                so(Fate::Trapped) <= meter("traps"),
                "core {}: {rows:#?}",
                p.core
            );
            assert!(so(Fate::Annulled) <= meter("annulled"), "core {}", p.core);
            interrupted += so(Fate::Interrupted);
            for pair in rows.windows(2) {
                let again = pair[0].fate == Fate::Begun && pair[0].place.at == pair[1].place.at;
                assert!(!again, "{pair:#?}");
                // What a row took is what passed since the row before, but for the time asleep.
                assert!(pair[1].tick >= pair[0].tick, "{pair:#?}");
            }
        }
    }
    assert!(
        interrupted <= 40,
        "workers are started by interrupts, now and then"
    );
}

/// The page and the terminal name the end as reports do, and their CPI is that of README's table.
#[test]
fn the_end_and_the_cpi_are_those_of_the_report() {
    let mut lab = lab("gr740", "gr740/lu.elf");
    let cycles = Some(100_000_000);
    let end = command(&mut lab, Command::Run { cycles });
    assert_eq!(end.view.stop.kind, StopKind::Ended);
    let states: Vec<&str> = end.view.cores.iter().map(|c| c.state.as_str()).collect();
    assert_eq!(states, ["exited", "idle", "idle", "idle"]);
    let readme = include_str!("../../../README.md");
    // The table of the page is cut behind the second core.
    for core in &end.view.cores[..2] {
        let row = readme
            .lines()
            .find(|l| l.starts_with(&format!("{} ", core.name)));
        let words: Vec<&str> = row
            .expect("a row of the table")
            .split_whitespace()
            .collect();
        let cpi = core.cpi.map(|cpi| format!("{cpi:.3}"));
        assert_eq!(cpi.as_deref(), Some(words[3]), "{}", core.name);
    }
}

#[test]
fn json_goes_in_and_comes_out() {
    let mut lab = lab("gr740", "gr740/hello.elf");
    let text = lab.answer_json(
        r#"{"command":{"do":"run","cycles":100000000},"show":["code","registers","console","calls","warnings","meters"]}"#,
    );
    let answer: crate::Answer = serde_json::from_str(&text).expect("an answer");
    assert_eq!(answer.view.stop.kind, StopKind::Ended);
    assert!(
        answer
            .view
            .panels
            .console
            .is_some_and(|c| c.contains("Hello"))
    );
    let wrong = lab.answer_json(r#"{"command":{"do":"jump"}}"#);
    assert!(wrong.contains("unknown variant"), "{wrong}");
    let wrong = lab.answer_json(r#"{"command":{"do":"run_to","place":"mian"}}"#);
    assert!(wrong.contains("main"), "{wrong}");
}

#[test]
fn panels_that_are_not_asked_for_are_missing() {
    let mut lab = lab("gr740", "gr740/hello.elf");
    assert_eq!(lab.view(&[]).registers, None);
    assert!(lab.view(&[Panel::Registers]).registers.is_some());
}

const REFUSAL: &str = "a test drives; wait for its end";

/// Runs pieces for a driver up to a place; the panels that are worked out by doing the past again are looked at
/// between them.
fn drive_to(lab: &mut Lab, place: &str) -> crate::Answer {
    let stops = Stops::at(
        lab.machine()
            .image_of(0)
            .and_then(|i| i.symbol(place))
            .expect(place)
            .at,
    );
    let show = vec![
        Panel::Registers,
        Panel::Pipeline,
        Panel::Counters,
        Panel::Power,
    ];
    let request = Request {
        show,
        ..Request::default()
    };
    loop {
        let pause = lab.drive(&stops);
        let answer = lab.answer(&request);
        if matches!(pause, Pause::Breakpoint { core: 0 }) {
            return answer;
        }
        assert!(
            matches!(pause, Pause::Ended(trueboard_board::Ended::Paused)),
            "{pause:?}"
        );
    }
}

#[test]
fn a_driver_moves_the_run_and_the_lab_shows_it() {
    let mut lab = lab("gr740", "gr740/lu.elf");
    lab.hand_over(REFUSAL);
    let at_main = drive_to(&mut lab, "main");
    assert_eq!(at_main.view.stop.kind, StopKind::Breakpoint);
    assert_eq!(at_main.view.cores[0].pc.function.as_deref(), Some("main"));
    let here = at_main.view.cores[0].pc.at;
    let back = lab.drive_step_back(0);
    assert!(matches!(
        back,
        Some(Back::There(Pause::Stepped { core: 0 }))
    ));
    let earlier = lab.answer(&Request::default()).view;
    assert_ne!(earlier.cores[0].pc.at, here);
    assert!(earlier.time.tick <= at_main.view.time.tick);
    assert!(earlier.time.latest >= at_main.view.time.tick);
    // The one instruction that the driver goes on by is all that is new.
    let stops = Stops {
        step: Some(0),
        ..Stops::default()
    };
    assert_eq!(lab.drive(&stops), Pause::Stepped { core: 0 });
    let show = vec![Panel::Registers];
    let registers = lab
        .answer(&Request {
            show,
            ..Request::default()
        })
        .view
        .panels
        .registers;
    let changed = registers.iter().flatten().filter(|r| r.changed).count();
    assert!((1..8).contains(&changed), "{changed}");
    assert_eq!(lab.drive_back(&Stops::default()), Some(Back::Begin));
    let begin = lab.answer(&Request::default()).view;
    assert_eq!((begin.time.tick, begin.stop.kind), (0, StopKind::Earliest));
}

#[test]
fn the_lab_moves_no_time_while_somebody_else_drives() {
    let mut lab = lab("gr740", "gr740/hello.elf");
    command(&mut lab, run_to("main"));
    let digest = lab.machine().digest();
    lab.hand_over(REFUSAL);
    for text in [
        r#"{"do":"run"}"#,
        r#"{"do":"run_to","place":"main"}"#,
        r#"{"do":"step"}"#,
        r#"{"do":"step_line"}"#,
        r#"{"do":"step_over"}"#,
        r#"{"do":"step_out"}"#,
        r#"{"do":"step_back"}"#,
        r#"{"do":"run_back"}"#,
        r#"{"do":"last_write","place":"0x2000"}"#,
        r#"{"do":"go_to","cycle":0}"#,
        r#"{"do":"patch","place":"0x2000","value":"1"}"#,
        r#"{"do":"reset"}"#,
    ] {
        let answer = lab.answer_json(&format!(r#"{{"command":{text}}}"#));
        assert!(answer.contains(REFUSAL), "{text}: {answer}");
        assert_eq!(lab.machine().digest(), digest, "{text}");
    }
    for text in [
        r#"{"do":"choose","core":1}"#,
        r#"{"do":"break","place":"0x2000"}"#,
        r#"{"do":"unbreak","place":"0x2000"}"#,
        r#"{"do":"choose","core":0}"#,
    ] {
        let answer = lab.answer_json(&format!(r#"{{"command":{text}}}"#));
        assert!(!answer.contains("error\":"), "{text}: {answer}");
    }
    lab.take_back();
    let step = Command::Step {
        core: None,
        count: None,
    };
    let stepped = command(&mut lab, step);
    assert_eq!(stepped.view.stop.kind, StopKind::Stepped);
}

#[test]
fn a_driver_who_changes_the_machine_begins_a_past() {
    let mut lab = lab("gr740", "gr740/hello.elf");
    lab.hand_over(REFUSAL);
    drive_to(&mut lab, "main");
    let machine = lab.session_mut().machine_mut();
    let value = machine.register(0, 1);
    machine.set_register(0, 1, value + 1);
    let here = lab.answer(&Request::default()).view.time;
    assert_eq!((here.earliest, here.recorded), (here.tick, true));
    assert_eq!(lab.drive_step_back(0), Some(Back::Begin));
    assert_eq!(lab.machine().register(0, 1), value + 1);
}

#[test]
fn a_run_that_was_driven_and_shown_ends_as_one_alone() {
    let end = Budget::Cycles(1_000_000_000);
    let mut alone = lab("gr740", "gr740/lu.elf");
    alone.run_headless(end);
    let mut driven = lab("gr740", "gr740/lu.elf");
    driven.hand_over(REFUSAL);
    drive_to(&mut driven, "main");
    for n in 0..200 {
        let stops = Stops {
            step: Some(0),
            ..Stops::default()
        };
        driven.drive(&stops);
        if n % 50 == 0 {
            driven.drive_step_back(0);
            driven.answer(&Request {
                show: vec![Panel::Caches, Panel::Buses, Panel::Counters, Panel::Power],
                ..Request::default()
            });
        }
    }
    driven.take_back();
    driven.run_headless(end);
    assert_eq!(driven.machine().digest(), alone.machine().digest());
    assert_eq!(driven.console(), alone.console());
    let report = |lab: &mut Lab| serde_json::to_string(&lab.report()).expect("JSON");
    let (driven, alone) = (report(&mut driven), report(&mut alone));
    assert!(alone.contains("success"), "{alone}");
    assert_eq!(driven, alone);
}

/// The time that is shown, by the clocks of the boards' manuals: GR740 250 MHz (UM 2.9, 4), TC275 200 MHz (iLLD's set-up),
/// Epiphany 600 MHz (Parallella reference manual), LEON3 of the small board 100 MHz.
#[test]
fn the_time_shown_is_the_cycle_shown_over_the_clock() {
    for (board, image, mhz, cores) in [
        ("gr740", "gr740/lu.elf", 250.0, 4),
        ("gr740", "gr740/hello.elf", 250.0, 4),
        ("leon3-mini", "leon3-mini/hello.elf", 100.0, 1),
        ("tc275", "tc275/speed_three.elf", 200.0, 3),
        ("parallella", "parallella/mesh.elf", 600.0, 16),
    ] {
        let mut lab = lab(board, image);
        // Names of C begin with an underscore in images for eCores.
        let main = if board == "parallella" {
            "_main"
        } else {
            "main"
        };
        let step = Command::Step {
            core: None,
            count: Some(3),
        };
        let back = Command::StepBack {
            core: None,
            count: Some(2),
        };
        let run = |cycles| Command::Run {
            cycles: Some(cycles),
        };
        let to = |cycle| Command::GoTo {
            tick: None,
            cycle: Some(cycle),
        };
        let last = |n: u8| Command::Choose { core: n };
        for (n, c) in [
            step.clone(),
            run_to(main),
            step.clone(),
            back.clone(),
            last(cores - 1),
            run(777),
            last(0),
            step.clone(),
            to(12_345),
            step.clone(),
            to(2_001),
            back,
            run(5_000),
            Command::RunBack { place: None },
        ]
        .into_iter()
        .enumerate()
        {
            let view = command(&mut lab, c.clone()).view;
            let place = format!("{board}, {image}, {n}: {c:?}: {:?}", view.time);
            let cycles = view.time.seconds * mhz * 1e6;
            let off = cycles - view.time.cycle as f64;
            // A cycle that has begun is not over; a running core stands at the end of one.
            assert!((-1e-3..1.0).contains(&off), "{off}: {place}");
            let chosen = &view.cores[usize::from(view.core)];
            if chosen.state == "running" && view.core == 0 {
                assert!(off.abs() < 1e-3, "{off}: {place}");
                assert_eq!(view.time.cycle, chosen.cycles, "{place}");
            }
            assert!(view.time.earliest <= view.time.tick, "{place}");
            assert!(view.time.tick <= view.time.latest, "{place}");
        }
    }
}

/// A core that runs alone for a millisecond at a time is found at the instruction in which a time lies, from both sides.
#[test]
fn a_time_is_gone_to_exactly() {
    let mut lab = lab("gr740", "gr740/speed_loop.elf");
    let to = |cycle| Command::GoTo {
        tick: None,
        cycle: Some(cycle),
    };
    let mut seen = Vec::new();
    for cycle in [50_000, 50_400, 300_000, 700_001] {
        let view = command(&mut lab, to(cycle)).view;
        // No instruction of it takes as long as a miss of both caches: some 60 cycles.
        assert!(
            (cycle..cycle + 100).contains(&view.time.cycle),
            "{cycle}: {:?}",
            view.time
        );
        seen.push((cycle, view.cores[0].pc.at, lab.machine().digest()));
    }
    for (cycle, pc, digest) in seen.iter().rev() {
        let view = command(&mut lab, to(*cycle)).view;
        assert_eq!(
            (view.cores[0].pc.at, lab.machine().digest()),
            (*pc, digest.clone())
        );
    }
    // Whoever stops there goes on as one who did not.
    let run = |lab: &mut Lab| {
        lab.run_headless(Budget::Cycles(2_000_000));
        lab.machine().digest()
    };
    let mut alone = self::lab("gr740", "gr740/speed_loop.elf");
    assert_eq!(run(&mut lab), run(&mut alone));
}

/// The SPARC is big-endian, the TriCore little-endian.
#[test]
fn words_of_memory_have_the_byte_order_of_the_board() {
    use crate::lesson::Measure;
    let word = [1, 2, 3, 4];
    for (board, image, place, bytes) in [
        ("gr740", "gr740/hello.elf", "0x400000", word),
        ("tc275", "tc275/hello.elf", "0xd0001000", [4, 3, 2, 1]),
    ] {
        let mut lab = lab(board, image);
        for (value, size, held) in [
            ("0x01020304", None, bytes),
            ("0x55", Some(1), [0x55, bytes[1], bytes[2], bytes[3]]),
            ("0x01020304", Some(4), bytes),
        ] {
            let patch = Command::Patch {
                place: place.to_owned(),
                value: value.to_owned(),
                bytes: size,
            };
            command(&mut lab, patch);
            let at = u64::from_str_radix(&place[2..], 16).expect("an address");
            let mut seen = [0; 4];
            assert_eq!(lab.machine().look(0, at, &mut seen), 4);
            assert_eq!(seen, held, "{board} {value}");
        }
        let report = lab.report();
        let memory = Measure::Memory {
            place: place.to_owned(),
        };
        assert_eq!(memory.value(&lab, &report), Ok(f64::from(0x0102_0304)));
    }
}

/// Each step adds one to the end of the last instructions, of which 64 are kept.
#[test]
fn the_last_instructions_are_those_before_where_a_core_stands() {
    let mut lab = lab("gr740", "gr740/hello.elf");
    command(&mut lab, run_to("main"));
    let mut stood = Vec::new();
    for _ in 0..100 {
        stood.push(lab.machine().pc(0));
        let (core, count) = (None, None);
        command(&mut lab, Command::Step { core, count });
    }
    let shown = lab
        .view(&[Panel::Pipeline])
        .panels
        .pipeline
        .expect("the panel");
    let shown: Vec<u64> = shown[0].instructions.iter().map(|i| i.place.at).collect();
    assert_eq!(shown, stood[stood.len() - 64..]);
}

/// Lanes lie one behind the other. An instruction that is issued beside another ends with it.
#[test]
fn lanes_have_each_cycle_once_in_the_order_of_the_pipeline() {
    let mut pairs = 0;
    for (board, place) in [
        ("gr740", "main"),
        ("tc275", "main"),
        ("parallella", "_main"),
    ] {
        let mut lab = lab(board, &format!("{board}/hello.elf"));
        command(&mut lab, run_to(place));
        let cycles = Some(3_000);
        command(&mut lab, Command::Run { cycles });
        for p in lab
            .view(&[Panel::Pipeline])
            .panels
            .pipeline
            .expect("the panel")
        {
            let (mut end, mut tick) = (0, 0);
            for i in &p.instructions {
                let cycles: u64 = i.lane.iter().map(|part| part.cycles).sum();
                let order = |part: &Passed| Stage::ALL.iter().position(|s| s.0 == part.stage);
                assert!(i.lane.is_sorted_by_key(order), "{board}: {i:#?}");
                if i.cycles == 0 && tick != 0 {
                    assert_eq!(
                        (i.begins, cycles, i.tick),
                        (end - 1, 1, tick),
                        "{board}: {i:#?}"
                    );
                    pairs += 1;
                } else if i.cycles != 0 {
                    assert_eq!((i.begins, cycles), (end, i.cycles), "{board}: {i:#?}");
                    end += cycles;
                }
                tick = i.tick;
            }
        }
    }
    assert!(pairs > 0);
}

/// `handlers` has 1024 bytes, by the symbol table.
#[test]
fn of_a_variable_all_bytes_are_watched() {
    let mut lab = lab("gr740", "gr740/hello.elf");
    for (place, bytes, watched) in [
        ("handlers", None, 1024),
        ("handlers+0x3f0", None, 16),
        ("handlers", Some(2), 2),
        ("0x4000", None, 4),
    ] {
        let watch = Command::Watch {
            place: place.to_owned(),
            bytes,
            reads: false,
        };
        let view = command(&mut lab, watch).view;
        let place = place.to_owned();
        assert_eq!(view.watchpoints.len(), 1, "{place}");
        assert_eq!(view.watchpoints[0].bytes, watched, "{place}");
        command(&mut lab, Command::Unwatch { place });
    }
}

#[test]
fn going_back_stops_at_breakpoints() {
    let mut lab = lab("gr740", "gr740/hello.elf");
    let back = || Command::RunBack { place: None };
    command(&mut lab, run_to("main"));
    let at_main = lab.machine().digest();
    let place = "main".to_owned();
    command(&mut lab, Command::Break { place });
    let end = Command::Run {
        cycles: Some(50_000_000),
    };
    assert_eq!(command(&mut lab, end).view.stop.kind, StopKind::Ended);
    let there = command(&mut lab, back()).view;
    assert_eq!(there.stop.kind, StopKind::Breakpoint);
    assert_eq!(lab.machine().digest(), at_main);
    let before = command(&mut lab, back()).view;
    assert_eq!(before.stop.kind, StopKind::Earliest);
}

/// `lu` runs on four cores, which read their counters at the end.
#[test]
fn measures_are_those_of_the_report_and_the_console() {
    use crate::lesson::Measure;
    let mut lab = lab("gr740", "gr740/lu.elf");
    lab.run_headless(Budget::Cycles(50_000_000));
    let report = lab.report();
    let value = |measure: Measure| measure.value(&lab, &report);
    let sum: u64 = report.cores.iter().map(|c| c.instructions).sum();
    assert!(report.cores[0].instructions < sum);
    let instructions = Measure::Sum("instructions".to_owned());
    assert_eq!(value(instructions), Ok(sum as f64));
    let mut reads = report.windows.windows.iter();
    let last = reads.next_back().expect("reads");
    let event = last.event_name.clone();
    let before = reads.find(|w| w.event_name == event && w.measured != last.measured);
    assert!(before.is_some(), "{event} was read once");
    assert_eq!(value(Measure::Shown { event }), Ok(last.measured.into()));
    let console = String::from_utf8_lossy(lab.console());
    let (_, rest) = console.split_once("speed-up ").expect("a line");
    let number: String = rest.chars().take_while(|c| !c.is_whitespace()).collect();
    assert!(number.contains('.'), "{number}");
    let behind = "speed-up".to_owned();
    let number: f64 = number.parse().expect("a number");
    assert_eq!(value(Measure::Console { behind }), Ok(number));
}
