//! Observers of every kind on every instruction set: what is reported to them adds up to the meters, and the run is the
//! run without them.

use std::collections::BTreeMap;
use trueboard::internals::core::fact::FactKind;
use trueboard::observe::{Access, Block, Branch, Kinds, Observer, Stall, Step, Tick};
use trueboard::{Setup, Simulation, Time};

/// Counts all that is reported to it, by core and by what the board's meters call it.
#[derive(Default)]
struct Everything {
    kinds: Kinds,
    reported: BTreeMap<(u8, String), u64>,
    names: BTreeMap<u8, Vec<&'static str>>,
    /// Instructions since the last entry of a block, by core.
    since: BTreeMap<u8, u64>,
    last: BTreeMap<u8, Tick>,
}

impl Everything {
    fn add(&mut self, core: u8, what: &str, n: u64) {
        *self.reported.entry((core, what.to_owned())).or_default() += n;
    }

    fn comes(&mut self, core: u8, at: Tick) {
        let last = self.last.insert(core, at).unwrap_or(Tick(0));
        assert!(last <= at, "core {core} goes back from {last:?} to {at:?}");
    }

    fn of(&self, core: u8, what: &str) -> u64 {
        self.reported
            .get(&(core, what.to_owned()))
            .copied()
            .unwrap_or(0)
    }
}

impl Observer for Everything {
    fn kinds(&self) -> Kinds {
        self.kinds
    }

    fn happened(&mut self, core: u8, event: &FactKind) -> bool {
        let what = match event {
            FactKind::Call { .. } => "calls reported",
            FactKind::Return { .. } => "returns reported",
            FactKind::Trap { .. } | FactKind::Interrupt { .. } => "traps",
            FactKind::TrapReturn { .. } => "trap returns reported",
            _ => return false,
        };
        self.add(core, what, 1);
        false
    }

    fn block(&mut self, core: u8, at: Tick, block: &Block) {
        self.comes(core, at);
        self.since.insert(core, 0);
        self.add(core, "instructions in blocks", block.before);
        self.add(core, "blocks", 1);
    }

    fn branch(&mut self, core: u8, at: Tick, branch: &Branch) {
        self.comes(core, at);
        self.add(core, "branches", 1);
        self.add(core, "branches_taken", branch.taken.into());
    }

    fn access(&mut self, core: u8, at: Tick, access: &Access) {
        self.comes(core, at);
        self.add(core, "loads", access.load.into());
        self.add(core, "stores", access.store.into());
        self.add(core, "devices", access.device.into());
        assert!(access.bytes != 0, "{access:x?}");
    }

    fn stall(&mut self, core: u8, at: Tick, stall: &Stall) {
        self.comes(core, at);
        let name = self.names[&core][stall.cause.place()];
        self.add(core, name, stall.cycles);
    }

    fn step(&mut self, core: u8, at: Tick, step: &Step<'_>) {
        self.comes(core, at);
        let since = self.since.entry(core).or_default();
        for &(m, n) in step.advanced {
            let name = self.names[&core][m.place()];
            if name == "instructions" {
                *since += n;
            }
            *self
                .reported
                .entry((core, format!("step {name}")))
                .or_default() += n;
        }
    }
}

const ALL: [Kinds; 10] = [
    Kinds::CALL,
    Kinds::RETURN,
    Kinds::TRAP,
    Kinds::BLOCK,
    Kinds::BRANCH,
    Kinds::ACCESS_MEMORY,
    Kinds::ACCESS_DEVICE,
    Kinds::STALL,
    Kinds::INSTRUCTION,
    Kinds::CAUSE,
];

fn run(board: &str, image: &str, cycles: u64, kinds: Option<Kinds>) -> Simulation {
    let root = conformance::root();
    let image = root.join("firmware/prebuilt").join(board).join(image);
    let mut run = Setup::board(board)
        .image(image)
        .start()
        .unwrap_or_else(|e| panic!("{e}"));
    if let Some(kinds) = kinds {
        let count = run.cores().count() as u8;
        let names_of = |core: u8| {
            let dictionary = run.machine().dictionary(core).expect("it is there");
            (core, dictionary.defs.iter().map(|d| d.name).collect())
        };
        let names = (0..count).map(names_of).collect();
        run.observe(Everything {
            kinds,
            names,
            ..Everything::default()
        });
    }
    run.run(Time::cycles(cycles)).expect("a time");
    run
}

/// The meters that add up to the cycles, but for those of issue.
fn stalls(run: &Simulation, core: u8) -> Vec<&'static str> {
    let dictionary = run.machine().dictionary(core).expect("it is there");
    let stack = dictionary.stack.iter().map(|&m| dictionary.name(m));
    stack.filter(|name| *name != "issue_cycles").collect()
}

/// Nothing that a run does differs with an observer of any kind.
fn same(board: &str, image: &str, cycles: u64) {
    let plain = run(board, image, cycles, None);
    for kinds in ALL
        .into_iter()
        .chain([ALL.into_iter().fold(Kinds::NONE, |a, b| a | b)])
    {
        let observed = run(board, image, cycles, Some(kinds));
        let what = format!("{board} {image}: {kinds:?}");
        assert_eq!(plain.digest(), observed.digest(), "{what}");
        for (a, b) in plain.cores().zip(observed.cores()) {
            assert!(a.meters().eq(b.meters()), "{what}: meters");
        }
        assert_eq!(plain.console(), observed.console(), "{what}");
    }
}

/// What is reported adds up to the meters of every core.
fn adds_up(board: &str, image: &str, cycles: u64) {
    let kinds = ALL.into_iter().fold(Kinds::NONE, |a, b| a | b);
    let run = run(board, image, cycles, Some(kinds));
    let seen = run.observer::<Everything>().expect("it observes");
    let mut reported = 0;
    for (number, core) in (0..).zip(run.cores()) {
        let what = |name: &str| format!("{board} {image}: core {number}: {name}");
        let branches = match core.meters().any(|(name, _)| name == "branches") {
            true => "branches",
            false => "total_branches",
        };
        for (name, meter) in [
            ("branches", branches),
            ("branches_taken", "branches_taken"),
            ("loads", "loads"),
            ("stores", "stores"),
            ("traps", "traps"),
        ] {
            // The host, which runs a script, has no such meters.
            let metered = core.meter(meter).unwrap_or(0);
            assert_eq!(seen.of(number, name), metered, "{}", what(name));
        }
        for name in stalls(&run, number) {
            // Waking up is no business of an instruction before the next one is executed.
            if seen.of(number, "blocks") != 0 {
                assert_eq!(
                    seen.of(number, name),
                    core.meter(name).expect("a meter"),
                    "{}",
                    what(name)
                );
            }
        }
        let blocks = seen.of(number, "instructions in blocks");
        let since = seen.since.get(&number).copied().unwrap_or(0);
        assert_eq!(
            blocks + since,
            core.meter("instructions").expect("a meter"),
            "{}",
            what("blocks")
        );
        let steps = seen.of(number, "step instructions");
        assert_eq!(
            steps,
            core.meter("instructions").expect("a meter"),
            "{}",
            what("steps")
        );
        reported += seen.of(number, "loads") + seen.of(number, "branches");
    }
    assert!(reported > 1_000, "{board} {image}: {reported}");
}

#[test]
fn observers_change_nothing_on_leon() {
    same("gr740", "omp.elf", 300_000);
    same("gr740", "traps.elf", 200_000);
}

#[test]
fn observers_change_nothing_on_tricore() {
    same("tc275", "c_tests.elf", 200_000);
    same("tc275", "interrupts.elf", 200_000);
}

#[test]
fn observers_change_nothing_on_epiphany() {
    same("parallella", "ctimer.elf", 200_000);
    same("parallella", "mesh.elf", 200_000);
}

#[test]
fn what_is_reported_to_observers_adds_up_to_the_meters() {
    adds_up("gr740", "lu.elf", 1_000_000);
    adds_up("gr740", "omp.elf", 600_000);
    adds_up("tc275", "c_tests.elf", 500_000);
    adds_up("tc275", "speed_three.elf", 500_000);
    adds_up("parallella", "c_tests.elf", 600_000);
}
