//! The controller against a memory of its own.

use super::*;
use crate::nfs_host::tests::{BOARD, HOST, MAC, arp_request};
use crate::testing::Rig;
use trueboard_core::device::{Effect, MemoryChange};

/// Tables and buffers in the memory.
const TX: u32 = 0x400;
const RX: u32 = 0x800;
const OUT: u32 = 0x1000;
const IN: u32 = 0x2000;

/// A controller, and the memory that it reads and writes.
struct Board {
    rig: Rig<Greth>,
    memory: Vec<u8>,
    interrupts: usize,
}

impl Board {
    fn new(network: bool) -> Board {
        let env = BuildEnv {
            clock_hz: 250_000_000,
            ..BuildEnv::default()
        };
        let mut dev = build(ron::Value::Unit, &env).expect("a controller");
        if network {
            dev.plug(Vec::new()).expect("room");
        }
        let mut board = Board {
            rig: Rig::new(dev),
            memory: vec![0; 0x4000],
            interrupts: 0,
        };
        board.write(0x08, 0x0000);
        board.write(0x0c, 0x7acc_0001);
        board.write(0x14, TX);
        board.write(0x18, RX);
        board
    }

    fn write(&mut self, off: u32, value: u32) {
        self.rig.write(off, value);
        self.serve();
    }

    fn word(&self, at: u32) -> u32 {
        words(&self.memory[at as usize..at as usize + 8]).0
    }

    fn put(&mut self, at: u32, bytes: &[u8]) {
        self.memory[at as usize..at as usize + bytes.len()].copy_from_slice(bytes);
    }

    fn descriptor(&mut self, at: u32, control: u32, data: u32) {
        self.put(at, &[control.to_be_bytes(), data.to_be_bytes()].concat());
    }

    /// Does what the controller has asked of the memory.
    fn serve(&mut self) {
        loop {
            let asked = self.rig.took();
            if asked.is_empty() {
                return;
            }
            for effect in asked {
                match effect {
                    Effect::Memory(MemoryChange::Fetch(pa, n, tag)) => {
                        let place = pa as usize..pa as usize + n as usize;
                        let bytes = self.memory.get(place).map(<[u8]>::to_vec);
                        self.rig.with(|d, cx| d.fetched(tag, bytes.as_deref(), cx));
                    }
                    Effect::Memory(MemoryChange::Put(pa, value, n)) => {
                        let from = 8 - usize::from(n);
                        self.put(pa as u32, &value.to_be_bytes()[from..]);
                    }
                    Effect::Line { level: true, .. } => self.interrupts += 1,
                    _ => {}
                }
            }
        }
    }

    /// Lets so many cycles pass, a few at a time, so that what is asked is done soon.
    fn pass(&mut self, cycles: u64) {
        let begin = self.rig.clock.cycles_at(self.rig.now);
        for c in (begin..=begin + cycles).step_by(50) {
            self.rig.go(c);
            self.serve();
        }
    }
}

#[test]
fn registers_after_reset() {
    let env = BuildEnv::default();
    let mut rig = Rig::new(build(ron::Value::Unit, &env).expect("a controller"));
    rig.check_reset_values(&[]);
    rig.check_snapshot();
    let plugged = rig.dev.plug(vec![("a".to_owned(), vec![1])]);
    assert_eq!(plugged, Ok(()));
    rig.check_snapshot();
}

#[test]
fn the_phy_has_a_link_if_there_is_a_network() {
    for (network, status) in [(false, 0x7809), (true, 0x782d)] {
        let mut board = Board::new(network);
        board.write(0x10, 1 << 6 | MDIO_RD);
        assert_eq!(board.rig.read(0x10) & MDIO_BU, MDIO_BU);
        board.pass(6000);
        assert_eq!(
            board.rig.read(0x10) & MDIO_BU,
            MDIO_BU,
            "25.6 us are 6400 cycles"
        );
        board.pass(500);
        assert_eq!(board.rig.read(0x10) >> 16, status);
    }
    let mut board = Board::new(true);
    board.write(0x10, 3 << 11 | 1 << 6 | MDIO_RD);
    board.pass(6500);
    assert_eq!(board.rig.read(0x10) & (MDIO_BU | MDIO_LF), MDIO_LF);
}

#[test]
fn a_frame_goes_out_of_fragments_and_its_answer_comes_in() {
    let mut board = Board::new(true);
    let request = arp_request(HOST);
    board.put(OUT, &request);
    board.descriptor(TX, EN | MO | 14, OUT);
    board.descriptor(TX + 8, EN | WR | IE | (request.len() as u32 - 14), OUT + 14);
    board.descriptor(RX, EN | WR | IE, IN);
    board.write(0x00, TE | RE | TI | RI | SP);
    // 60 bytes and 24 around them, at 100 Mbit/s: 1680 cycles.
    board.pass(1650);
    assert_eq!(board.word(TX) & EN, EN);
    board.pass(100);
    assert_eq!(board.word(TX) & EN, 0);
    assert_eq!(board.word(TX + 8), WR | IE | (request.len() as u32 - 14));
    assert_eq!((board.interrupts, board.rig.read(0x04)), (1, STAT_TI));
    assert_eq!(board.rig.read(0x14), TX, "wrapped");
    assert_eq!(board.rig.read(0x00) & TE, 0, "no descriptor is enabled");
    board.pass(50_000);
    assert_eq!(board.word(RX), WR | IE | 60);
    assert_eq!(
        (board.interrupts, board.rig.read(0x04)),
        (2, STAT_TI | STAT_RI)
    );
    let answer = &board.memory[IN as usize..IN as usize + 42];
    assert_eq!((&answer[..6], &answer[20..22]), (&MAC[..], &[0, 2][..]));
    assert_eq!((&answer[28..32], &answer[38..42]), (&HOST[..], &BOARD[..]));
    board.write(0x04, STAT_RI);
    assert_eq!(board.rig.read(0x04), STAT_TI);
    let meters = board.rig.dev.meters();
    assert_eq!(meters[1..], [("frames_sent", 1), ("frames_received", 1)]);
}

#[test]
fn a_frame_waits_for_a_receiver_and_strangers_are_dropped() {
    let mut board = Board::new(true);
    board.put(OUT, &arp_request(HOST));
    board.descriptor(TX, EN | WR | 60, OUT);
    board.write(0x00, TE | RE | SP);
    board.pass(20_000);
    assert_eq!(board.rig.read(0x00) & RE, 0, "no descriptor is enabled");
    board.descriptor(RX, EN, IN);
    board.write(0x00, RE | SP);
    assert_eq!(board.word(RX), 60);
    assert_eq!(board.rig.read(0x18), RX + 8);
    // Not to this address.
    board.descriptor(RX + 8, EN, IN);
    board.write(0x0c, 0x7acc_0002);
    board.descriptor(TX, EN | WR | 60, OUT);
    board.write(0x00, TE | RE | SP);
    board.pass(20_000);
    assert_eq!(board.word(RX + 8), EN);
}

#[test]
fn memory_that_is_not_there_is_an_error() {
    let mut board = Board::new(true);
    board.write(0x14, 0x10_0000);
    board.write(0x00, TE | TI);
    assert_eq!(board.rig.read(0x00) & TE, 0);
    assert_eq!((board.interrupts, board.rig.read(0x04)), (1, STAT_TA));
}

#[test]
fn a_table_of_empty_fragments_comes_to_an_end() {
    let mut board = Board::new(true);
    board.descriptor(TX, EN | WR | MO, OUT);
    board.write(0x00, TE | SP);
    board.pass(2000);
    assert_eq!((board.word(TX) & EN, board.rig.read(0x00) & TE), (0, 0));
}

#[test]
fn without_a_network_frames_are_lost() {
    let mut board = Board::new(false);
    board.put(OUT, &arp_request(HOST));
    board.descriptor(TX, EN | WR | 60, OUT);
    board.descriptor(RX, EN, IN);
    board.write(0x00, TE | RE | SP);
    board.pass(20_000);
    assert_eq!((board.word(TX) & EN, board.word(RX)), (0, EN));
}

/// GRLIB's system test of the controller (`software/systest/greth.c`) sends itself a frame so. With a host on the line
/// that would answer, nothing but the frame comes.
#[test]
fn in_loopback_a_frame_comes_back_and_does_not_reach_the_line() {
    for network in [false, true] {
        let mut board = Board::new(network);
        let control = 0x3100 | 1 << 14;
        board.write(0x10, control << 16 | MDIO_WR);
        board.pass(7000);
        let request = arp_request(HOST);
        board.put(OUT, &request);
        board.descriptor(TX, EN | 60, OUT);
        board.descriptor(TX + 8, EN | WR | 20, OUT);
        board.descriptor(RX, EN, IN);
        board.descriptor(RX + 8, EN, IN + 0x100);
        board.descriptor(RX + 16, EN, IN + 0x200);
        board.write(0x00, TE | RE | SP);
        // As long as it is on its way, and no longer: 1680 cycles.
        board.pass(1650);
        assert_eq!(board.word(RX), EN);
        board.pass(100);
        assert_eq!(board.word(RX), 60);
        assert_eq!(board.memory[IN as usize..][..60], request[..]);
        board.pass(50_000);
        // The transmitter has filled it up.
        assert_eq!(board.word(RX + 8), 60);
        let short = &board.memory[IN as usize + 0x100..][..60];
        assert_eq!((&short[..20], &short[20..]), (&request[..20], &[0; 40][..]));
        assert_eq!(board.word(RX + 16), EN, "the host does not hear it");
    }
}

#[test]
fn frames_that_nobody_takes_have_a_bound() {
    let mut board = Board::new(true);
    board.put(OUT, &arp_request(HOST));
    // Without the receiver: 60 bytes wait for each of these frames.
    for _ in 0..20_000 {
        board.descriptor(TX, EN | WR | 60, OUT);
        board.write(0x00, TE | GB);
        board.pass(250);
    }
    let waiting: usize = board.rig.dev.state.queue.iter().map(Vec::len).sum();
    assert_eq!(waiting, WAITING / 60 * 60);
}
