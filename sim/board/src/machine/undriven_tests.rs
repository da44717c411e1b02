//! The input pins that devices have and no wire of a board drives, each with the reason. A wire that is lost, or
//! an input that is new, shows here.

use crate::boardfile::built_in::board_names;
use crate::machine::build;
use crate::machine::models::open_board;
use std::collections::{BTreeMap, BTreeSet};
use trueboard_core::device::DevId;

/// Board, kind of device, what the pins are, their numbers, why nothing drives them.
const UNDRIVEN: &[(&str, &str, &str, &str, &str)] = &[
    (
        "gr740",
        "gptimer",
        "bus interrupts that latch or set the timers",
        "0, 10-14, 20-23, 25-26, 31",
        "interrupts of SpaceWire, PCI, 1553 and IOMMU, which are not modelled, and of nothing",
    ),
    (
        "gr740",
        "grgpio",
        "lines of the port",
        "0-31",
        "pins of the chip: nothing is connected to them; `inject` and tests drive them",
    ),
    (
        "gr740",
        "irqamp",
        "bus interrupts",
        "0, 10-14, 20-23, 25-26, 31",
        "interrupts of SpaceWire, PCI, 1553 and IOMMU, which are not modelled, and of nothing",
    ),
    (
        "gr740",
        "irqamp",
        "watchdogs",
        "36-47",
        "the unit has four watchdog inputs (WDOGCTRL.NWDOG)",
    ),
    (
        "leon3-mini",
        "gptimer",
        "bus interrupts that latch or set the timers",
        "0-1, 3-7, 10-31",
        "the board has three interrupts",
    ),
    (
        "leon3-mini",
        "irqamp",
        "bus interrupts",
        "0-1, 3-7, 10-31",
        "the board has three interrupts",
    ),
    (
        "leon3-mini",
        "irqamp",
        "watchdogs",
        "32-47",
        "IRQMP has no watchdog inputs",
    ),
    (
        "tc275",
        "tc27x-ir",
        "service requests",
        "0-31, 44-291, 298-319, 384-779, 781-835, 839-2047",
        "requests of modules that are not modelled, nodes that software alone requests, places without a node",
    ),
    (
        "tc275",
        "tc27x-port",
        "pins of the port",
        "0-15",
        "pins of the chip: nothing is connected to them; `inject` and tests drive them",
    ),
    (
        "tc275",
        "tc27x-smu",
        "alarms",
        "0-5, 8, 12, 14-37, 40, 44, 46-65, 69-80, 83, 85-197, 200, 204, 206-223",
        "alarms of safety mechanisms that are not modelled, and places without one; software raises any",
    ),
];

/// Numbers as a text: `0-3, 7`.
fn text(pins: &BTreeSet<u16>) -> String {
    let mut runs: Vec<(u16, u16)> = Vec::new();
    for &pin in pins {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == pin => *last = pin,
            _ => runs.push((pin, pin)),
        }
    }
    let run = |&(a, b): &(u16, u16)| match a == b {
        true => a.to_string(),
        false => format!("{a}-{b}"),
    };
    runs.iter().map(run).collect::<Vec<_>>().join(", ")
}

#[test]
fn inputs_that_nothing_drives_have_a_reason() {
    let mut found: BTreeMap<(String, String, String), BTreeSet<u16>> = BTreeMap::new();
    for name in board_names() {
        let model = open_board(&name, &[]).unwrap();
        let m = build::machine(&name, &model.file, false).unwrap();
        let wires = m.fabric.attached.iter().flat_map(|a| a.wires.values());
        let driven: BTreeSet<(DevId, u16)> = wires.flatten().copied().collect();
        for id in (0..m.fabric.attached.len() as u16).map(DevId) {
            let device = m.fabric.device_ref(id);
            for input in device.inputs() {
                let pins = (input.first..=input.last).filter(|&pin| !driven.contains(&(id, pin)));
                let key = (
                    name.clone(),
                    device.kind().to_owned(),
                    input.what.to_owned(),
                );
                found.entry(key).or_default().extend(pins);
            }
        }
    }
    found.retain(|_, pins| !pins.is_empty());
    let found: Vec<_> = found
        .into_iter()
        .map(|((b, k, w), pins)| (b, k, w, text(&pins)))
        .collect();
    let listed: Vec<_> = UNDRIVEN
        .iter()
        .map(|&(b, k, w, pins, _)| (b.to_owned(), k.to_owned(), w.to_owned(), pins.to_owned()))
        .collect();
    assert_eq!(found, listed);
}

/// A wire to an input that its device does not have is refused, with what it has.
#[test]
fn wires_end_at_inputs() {
    for (set, says) in [
        (
            r#"devices.uart0.lines={0: "irqamp.99"}"#,
            "there is no such input; it has 0 to 31 (bus interrupts), 32 to 47 (watchdogs)",
        ),
        (
            r#"devices.uart0.lines={0: "uart1.0"}"#,
            "`uart1.0`: there is no such input; it has none",
        ),
        (
            r#"devices.gpt0.hears=Some("irqmp")"#,
            "hears `irqmp`, which is no part of this board",
        ),
    ] {
        let e = open_board("gr740", &[set.to_owned()]).err();
        let e = e.map(|e| e.to_string()).unwrap_or_default();
        assert!(e.contains(says), "{set}: {e}");
    }
}
