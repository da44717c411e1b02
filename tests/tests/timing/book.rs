//! The numbers that derivations start from: those of the board file, by name. What has a document
//! as its source there is a rule; what is marked *estimated* there is an estimate here too.

use serde::Deserialize;
use trueboard_board::BoardModel;
use trueboard_cpu_sparcv8::params::{Params, TimingParams};

/// See the module.
pub struct Book {
    /// The pipeline.
    pub core: TimingParams,
    /// The processor bus.
    pub ahb: Ahb,
    /// The L2 cache.
    pub l2: L2,
    /// The SDRAM controller.
    pub sdram: Sdram,
    /// The bridge to the Slave I/O bus.
    pub bridge: Bridge,
    /// The PROM controller.
    pub prom: Prom,
}

/// The processor bus.
#[derive(Deserialize)]
pub struct Ahb {
    pub address_cycles: u64,
    pub handover_cycles: u64,
    pub register_cycles: u64,
}

/// The L2 cache.
#[derive(Deserialize)]
pub struct L2 {
    pub tag_cycles: u64,
    pub register_cycles: u64,
    pub beat_cycles: u64,
    pub write_accept_cycles: u64,
    pub write_done_cycles: u64,
    pub sub_word_cycles: u64,
    pub split_cycles: u64,
    pub memory_bus_cycles: u64,
    pub forward_cycles: u64,
    pub fill_cycles: u64,
    pub flush_first_cycles: u64,
    pub flush_line_cycles: u64,
    pub flush_dirty_cycles: u64,
    pub flush_lines: u64,
}

/// The SDRAM controller, cycles of its own clock.
#[derive(Deserialize)]
pub struct Sdram {
    pub request_sync_cycles: u64,
    pub return_sync_cycles: u64,
    pub write_recovery_cycles: u64,
}

/// The bridge.
#[derive(Deserialize)]
pub struct Bridge {
    pub request_cycles: u64,
    pub apb_cycles: u64,
    pub return_cycles: u64,
    pub write_accept_cycles: u64,
}

/// The PROM controller.
#[derive(Deserialize)]
pub struct Prom {
    pub fixed_cycles: u64,
    pub lane_cycles: u64,
    pub prom_wait_cycles: u64,
}

impl Book {
    /// The numbers of `board`.
    pub fn of(board: &BoardModel) -> Book {
        fn stage<T: serde::de::DeserializeOwned>(board: &BoardModel, id: &str) -> T {
            let stage = board.file.stages.iter().find(|s| s.id == id);
            let params = stage.expect("the GR740 has the stage").params.clone();
            params.into_rust().expect("it has these numbers")
        }
        let core = board.file.cores[0].params.clone();
        let core: Params = core.into_rust().expect("a LEON core");
        Book {
            core: core.timing,
            ahb: stage(board, "ahb"),
            l2: stage(board, "l2"),
            sdram: stage(board, "sdctrl"),
            bridge: stage(board, "bridge"),
            prom: stage(board, "ftmctrl"),
        }
    }

    /// The book of the board file as it is.
    pub fn gr740() -> Book {
        Book::of(&conformance::board(&[]))
    }

    /// An L2 hit: from the request to the first 128-bit beat, on an idle bus. Address phase, tags
    /// and data, output register.
    pub fn l2_hit(&self) -> u64 {
        self.ahb.address_cycles + self.l2.tag_cycles + self.l2.register_cycles
    }

    /// A store that hits L2, 32 bits or more: from its issue until the write buffer is free.
    /// Address phase, then the L2's time until it has the data.
    pub fn store_done(&self) -> u64 {
        self.ahb.address_cycles + self.l2.write_done_cycles
    }
}
