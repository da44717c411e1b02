//! The numbers that derivations start from: literals, each with its document or marked an estimate.
//! Nothing here is read from the board file, so that a wrong number there does not prove itself right.

use trueboard_cpu_sparcv8::params::TimingParams;

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
pub struct Ahb {
    pub address_cycles: u64,
    pub handover_cycles: u64,
    pub register_cycles: u64,
}

/// The L2 cache.
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
pub struct Sdram {
    pub request_sync_cycles: u64,
    pub return_sync_cycles: u64,
    pub write_recovery_cycles: u64,
}

/// The bridge.
pub struct Bridge {
    pub request_cycles: u64,
    pub apb_cycles: u64,
    pub return_cycles: u64,
    pub write_accept_cycles: u64,
}

/// The PROM controller.
pub struct Prom {
    pub fixed_cycles: u64,
    pub lane_cycles: u64,
    pub prom_wait_cycles: u64,
}

impl Book {
    /// The GR740's.
    pub const fn gr740() -> Book {
        Book {
            core: TimingParams {
                load_use_cycles: 1, // UM 1.7 p. 67: LD=0 in %asr17
                mul_use_cycles: 1,  // UM 1.7 p. 52: result after two cycles
                div_cycles: 35,     // estimate: LEON family
                jmpl_cycles: 3,     // estimate: LEON4 family
                icc_cycles: 2,      // UM 1.7 p. 52
                trap_cycles: 5,     // UM 1.7 p. 52
                wake_cycles: 5,     // estimate: as a trap entry
                atomic_cycles: 5,   // estimate: LEON4 family
                miss_cycles: 3,     // UM 1.7 p. 54: 3 + memory
                mmu_miss_cycles: 2, // UM 1.7 p. 54: 5 + memory with the MMU on
                flush_cycles: 128,  // estimate: a cycle for each line of a way
                fp_cycles: 4,       // UM 2.9 section 6.5, as the four below
                fdivs_cycles: 16,
                fdivd_cycles: (15, 18),
                fsqrts_cycles: 24,
                fsqrtd_cycles: (23, 26),
                fp_move_cycles: 1, // estimate: no arithmetic in between
            },
            ahb: Ahb {
                address_cycles: 1,  // AMBA 2.0 ch. 3
                handover_cycles: 1, // estimate: the grant is registered
                register_cycles: 4, // estimate: 5 with the address
            },
            l2: L2 {
                tag_cycles: 4,          // estimate
                register_cycles: 1,     // estimate
                beat_cycles: 1,         // UM 1.7 p. 54: one word per cycle after the first
                write_accept_cycles: 1, // estimate
                write_done_cycles: 2,   // estimate
                sub_word_cycles: 3,     // estimate; UM 2.9 ch. 9: read-modify-write
                split_cycles: 2,        // AMBA 2.0 ch. 3: a response of two cycles
                memory_bus_cycles: 2,   // estimate
                forward_cycles: 3,      // estimate
                fill_cycles: 5,         // estimate
                flush_first_cycles: 5,  // UM 2.9 ch. 9, as the two below
                flush_line_cycles: 1,
                flush_dirty_cycles: 1,
                flush_lines: 32_768, // Phoenix-RTOS plo, l2cache.c
            },
            sdram: Sdram {
                request_sync_cycles: 2,   // estimate: two flip-flops
                return_sync_cycles: 2,    // estimate: two flip-flops
                write_recovery_cycles: 2, // estimate: PC100 tWR
            },
            bridge: Bridge {
                request_cycles: 5,      // UM 1.7 p. 285: a single read takes 5 more
                apb_cycles: 3,          // estimate
                return_cycles: 3,       // estimate
                write_accept_cycles: 1, // UM 1.7 p. 285: posted
            },
            prom: Prom {
                fixed_cycles: 15,     // estimate
                lane_cycles: 2,       // estimate
                prom_wait_cycles: 16, // UM 2.9 ch. 11, MCFG1
            },
        }
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

    /// A register read over the bridge, on an idle bus.
    pub fn apb_read(&self) -> u64 {
        let bridge = &self.bridge;
        let there = self.ahb.address_cycles + bridge.request_cycles;
        there + bridge.apb_cycles + bridge.return_cycles
    }

    /// When a request granted at cycle `at` that L2 cannot answer reaches the SDRAM controller:
    /// address, tags, memory bus.
    pub fn l2_to_memory(&self, at: u64) -> u64 {
        at + self.ahb.address_cycles + self.l2.tag_cycles + self.l2.memory_bus_cycles
    }

    /// When L2 can send the first beat of what was read, and when it has the whole line.
    pub fn l2_answer(&self, read: &Access) -> (u64, u64) {
        let first = edge_cpu(read.first) + self.l2.forward_cycles;
        (first, edge_cpu(read.all) + self.l2.fill_cycles)
    }

    /// As [`Book::l2_answer`], for a line granted at cycle `at` to an idle SDRAM.
    pub fn l2_fill(&self, chip: &Chip, at: u64) -> (u64, u64) {
        self.l2_answer(&chip.read(self, self.l2_to_memory(at), 0, 32))
    }

    /// A line that misses L2, granted at cycle `at`: when its first beat is at the master, and its
    /// last. The bus was freed by SPLIT, so that the address is repeated before the first beat.
    pub fn l2_miss(&self, chip: &Chip, at: u64) -> (u64, u64) {
        let head = self.ahb.address_cycles + 1;
        let (first, done) = self.l2_fill(chip, at);
        (first + head, (first + head + 1).max(done + head))
    }
}

/// PC100 SDRAM, in its own cycles of 10 ns (UM 2.9 section 10.4 and SDCFG1).
#[derive(Clone, Copy)]
pub struct Chip {
    /// Activate to read or write.
    pub rcd: u64,
    /// Read to the first word.
    pub cl: u64,
    /// Precharge to activate.
    pub rp: u64,
    /// Activate to precharge, at least.
    pub ras: u64,
    /// Activate to activate, at least.
    pub rc: u64,
    /// A refresh.
    pub rfc: u64,
    /// Before each command sequence, in 2T mode.
    pub set_up: u64,
    /// Bytes of a word.
    pub word_bytes: u64,
}

/// Ticks of 2 ns at which the parts of an SDRAM access happen.
pub struct Access {
    /// Its commands start.
    pub start: u64,
    /// The first 128 bits are across at the CPU's clock.
    pub first: u64,
    /// All of it is.
    pub all: u64,
    /// The next access can start.
    pub free: u64,
}

/// Ticks of a CPU cycle and of an SDRAM cycle.
const CPU: u64 = 2;
const SDRAM: u64 = 5;

/// The first CPU cycle at or after a tick.
pub fn edge_cpu(tick: u64) -> u64 {
    tick.div_ceil(CPU)
}

impl Chip {
    /// TRP=0, TRFC=4, TC=0, 64 data bits: tRP 20 ns, tRFC 70 ns, tRAS 50 ns, tRC 80 ns, CL 20 ns.
    pub const PC100: Chip = Chip {
        rcd: 2,
        cl: 2,
        rp: 2,
        ras: 5,
        rc: 8,
        rfc: 7,
        set_up: 0,
        word_bytes: 8,
    };

    /// When the commands of a request that comes at CPU cycle `at` can start.
    fn start(&self, b: &Book, at: u64, free: u64) -> u64 {
        let edge = (CPU * at).div_ceil(SDRAM) * SDRAM;
        (edge + SDRAM * b.sdram.request_sync_cycles).max(free)
    }

    fn free(&self, activate: u64, settled: u64) -> u64 {
        let precharge = settled.max(activate + SDRAM * self.ras);
        (precharge + SDRAM * self.rp).max(activate + SDRAM * self.rc)
    }

    /// A read of `bytes`; the controller is free from tick `free` on.
    pub fn read(&self, b: &Book, at: u64, free: u64, bytes: u64) -> Access {
        let start = self.start(b, at, free);
        let activate = start + SDRAM * self.set_up;
        let data = activate + SDRAM * (self.rcd + self.cl);
        let words = bytes.div_ceil(self.word_bytes);
        let back = SDRAM * b.sdram.return_sync_cycles;
        Access {
            start,
            first: data + SDRAM * words.min(16 / self.word_bytes) + back,
            all: data + SDRAM * words + back,
            free: self.free(activate, data + SDRAM * words),
        }
    }

    /// A write of `bytes`.
    pub fn write(&self, b: &Book, at: u64, free: u64, bytes: u64) -> Access {
        let start = self.start(b, at, free);
        let activate = start + SDRAM * self.set_up;
        let last = activate + SDRAM * (self.rcd + bytes.div_ceil(self.word_bytes));
        let all = last + SDRAM * b.sdram.return_sync_cycles;
        let settled = last + SDRAM * b.sdram.write_recovery_cycles;
        Access {
            start,
            first: all,
            all,
            free: self.free(activate, settled),
        }
    }
}
