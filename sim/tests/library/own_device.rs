//! Devices of the library's user: a described one, and a type of the user's own.

use conformance::tiny::{self, G1, G2, G3, Tiny};
use trueboard::{Io, Mapped, Peripheral, Setup, Simulation, Time};

/// Ready so many cycles after a write; a line is high from then on until it is read.
#[derive(Default)]
struct Slow {
    ready: u32,
    reads: u32,
}

impl Peripheral for Slow {
    fn read(&mut self, offset: u32, io: &mut Io) -> u32 {
        self.reads += 1;
        io.line(0, false);
        self.peek(offset, io.cycle())
    }

    fn write(&mut self, _: u32, value: u32, io: &mut Io) {
        io.wake_in(value.into());
    }

    fn tick(&mut self, io: &mut Io) {
        self.ready = 1;
        io.line(0, true);
    }

    fn peek(&self, _: u32, _: u64) -> u32 {
        self.ready
    }

    fn save(&self) -> Vec<u8> {
        [self.ready.to_be_bytes(), self.reads.to_be_bytes()].concat()
    }

    fn restore(&mut self, bytes: &[u8]) -> Result<(), String> {
        let word = |at: usize| {
            bytes
                .get(at..at + 4)?
                .try_into()
                .ok()
                .map(u32::from_be_bytes)
        };
        let (ready, reads) = word(0).zip(word(4)).ok_or("two words are expected")?;
        (self.ready, self.reads) = (ready, reads);
        Ok(())
    }
}

/// Writes 2000, and reads until it is 1.
fn image() -> Vec<u8> {
    let code = [
        &tiny::set(0xffa0_1000, G1)[..],
        &tiny::set(2000, G2),
        &[
            tiny::st(G2, G1),
            tiny::add(G1, 4, G3),
            tiny::ld(G3, G2),
            tiny::addcc(G2, -1, G2),
            tiny::branch(tiny::NOT_EQUAL, -2),
            tiny::nop(),
        ],
        &tiny::exit(0),
    ];
    Tiny::new(&code.concat()).bytes()
}

fn slow() -> Simulation {
    let place = Mapped::new("slow", 0xffa0_1000, 0x10).line(0, "irqamp.16");
    let setup = Setup::board("gr740").image_bytes("image", image());
    setup
        .device_of(place, Slow::default)
        .start()
        .expect("it starts")
}

fn ends(mut run: Simulation) -> (String, u64) {
    assert!(run.run(Time::END).is_ok_and(|reason| reason.is_success()));
    (run.digest(), run.core(0).expect("a core").cycles())
}

#[test]
fn a_type_of_ones_own_is_part_of_the_run() {
    let (digest, cycles) = ends(slow());
    assert!((2000..2400).contains(&cycles), "{cycles}");
    assert_eq!(ends(slow()), (digest.clone(), cycles));
    // In the middle of its wait: a fork, and the way back, do what the run does.
    let mut run = slow();
    run.run(Time::cycles(1000)).expect("a time");
    let here = run.checkpoint();
    let fork = run.fork().expect("it forks");
    assert_eq!(ends(fork), (digest.clone(), cycles));
    run.run(Time::END).expect("a time");
    assert_eq!(run.digest(), digest);
    run.restore(&here).expect("it goes back");
    assert_ne!(run.digest(), digest);
    assert_eq!(ends(run), (digest, cycles));
}

#[test]
fn a_described_device_is_part_of_the_run() {
    let described = r#"(id: "slow", at: 0xffa01000, size: 0x10, params: (registers: [
        (name: "GO", offset: 0),
        (name: "READY", offset: 4, changes: [(bits: 1, to: 1, written: "GO", after: 2000)]),
    ]))"#;
    let start = || {
        let mut files = trueboard::Given::default();
        files.add("slow.ron", described.as_bytes().to_vec());
        let setup = Setup::board("gr740").files(files).device("slow.ron");
        setup
            .image_bytes("image", image())
            .start()
            .expect("it starts")
    };
    let (digest, cycles) = ends(start());
    // The two do the same, cycle by cycle.
    assert_eq!(cycles, ends(slow()).1);
    let mut run = start();
    run.run(Time::cycles(1000)).expect("a time");
    let here = run.checkpoint();
    assert_eq!(
        ends(run.fork().expect("it forks")),
        (digest.clone(), cycles)
    );
    run.run(Time::END).expect("a time");
    run.restore(&here).expect("it goes back");
    assert_eq!(ends(run), (digest, cycles));
}

#[test]
fn a_place_that_is_taken_is_refused() {
    let place = Mapped::new("slow", 0xff90_0000, 0x10);
    let setup = Setup::board("gr740").image_bytes("image", image());
    let started = setup.device_of(place, Slow::default).start();
    let refused = started.expect_err("it is taken");
    let said = refused.to_string();
    assert!(said.contains("slow") && said.contains("uart0"), "{said}");
}
