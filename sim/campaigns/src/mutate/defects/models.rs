//! The registers of counters and clocks, by the kind of device or core that has them: offsets, fields and their
//! sources are those of the models themselves.

/// What a register is for.
#[derive(Clone, Copy, Debug)]
pub enum Role {
    /// It counts, or keeps time.
    Counter {
        /// Firmware may write it.
        writable: bool,
    },
    /// It holds a value that is written: a reload or compare value.
    Setting,
    /// It says what is counted, and when.
    Control(&'static [Field]),
}

/// A field of a control register.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub name: &'static str,
    pub mask: u32,
    /// It selects an event; otherwise its bits switch something.
    pub selects: bool,
}

/// One register, or an array of equal ones.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    pub name: &'static str,
    /// Byte offset in the device, or number in the core.
    pub offset: u32,
    pub count: u32,
    pub stride: u32,
    /// Defects concern each element by itself, up to so many; none: all of the array at once.
    pub apart: u32,
    pub role: Role,
}

const fn bit(name: &'static str, mask: u32) -> Field {
    Field {
        name,
        mask,
        selects: false,
    }
}

const fn event(name: &'static str, mask: u32) -> Field {
    Field {
        name,
        mask,
        selects: true,
    }
}

const fn one(name: &'static str, offset: u32, role: Role) -> Model {
    array(name, offset, (1, 4), role)
}

const fn array(name: &'static str, offset: u32, (count, stride): (u32, u32), role: Role) -> Model {
    Model {
        name,
        offset,
        count,
        stride,
        apart: 0,
        role,
    }
}

const COUNTER: Role = Role::Counter { writable: true };
const READ_ONLY: Role = Role::Counter { writable: false };

const L4STAT: &[Model] = &[
    Model {
        apart: 4,
        ..array("cval", 0, (16, 4), COUNTER)
    },
    array("csval", 0x100, (16, 4), COUNTER),
    array(
        "cctrl",
        0x80,
        (16, 4),
        Role::Control(&[
            bit("EN", 1 << 12),
            bit("CL", 1 << 13),
            bit("CD", 1 << 16),
            bit("EL", 1 << 17),
            bit("SU", 3 << 14),
            event("EVENT", 0xff << 4),
            event("CPU", 0xf),
        ]),
    ),
];

const GPTIMER: &[Model] = &[
    one("scaler", 0, COUNTER),
    one("sreload", 4, Role::Setting),
    array("tcntval", 0x10, (7, 16), COUNTER),
    array("trldval", 0x14, (7, 16), Role::Setting),
    array(
        "tctrl",
        0x18,
        (7, 16),
        Role::Control(&[bit("EN", 1), bit("RS", 2), bit("LD", 4), bit("IE", 8)]),
    ),
    array("tlatch", 0x1c, (7, 16), READ_ONLY),
    one("latchcfg", 0xc, Role::Setting),
    one(
        "config",
        8,
        Role::Control(&[bit("EL", 1 << 11), bit("ES", 1 << 12)]),
    ),
];

const IRQAMP: &[Model] = &[
    array("itcnt", 0x100, (16, 16), READ_ONLY),
    array("itstmpas", 0x108, (16, 16), READ_ONLY),
    array("itstmpac", 0x10c, (16, 16), READ_ONLY),
    array(
        "itstmpc",
        0x104,
        (16, 16),
        Role::Control(&[bit("KS", 1 << 5), event("TSISEL", 0x1f)]),
    ),
];

const THSENS: &[Model] = &[
    one("status", 4, READ_ONLY),
    one(
        "ctrl",
        0,
        Role::Control(&[
            bit("CLKEN", 1),
            bit("SRSTN", 2),
            bit("PDN", 1 << 7),
            bit("DCORRECT", 0x1f << 2),
            bit("DIV", 0x3ff << 16),
        ]),
    ),
];

const STM: &[Model] = &[
    one("tim0", 0x10, READ_ONLY),
    array("tim1-6", 0x14, (6, 4), READ_ONLY),
    one("cap", 0x2c, READ_ONLY),
    one("tim0sv", 0x50, READ_ONLY),
    one("capsv", 0x54, READ_ONLY),
    array("cmp", 0x30, (2, 4), Role::Setting),
    one(
        "icr",
        0x3c,
        Role::Control(&[
            bit("CMP0EN", 1),
            bit("CMP0OS", 4),
            bit("CMP1EN", 1 << 4),
            bit("CMP1OS", 1 << 6),
        ]),
    ),
];

const LEON: &[Model] = &[one("asr22", 22, COUNTER), one("asr23", 23, COUNTER)];

const TRICORE: &[Model] = &[
    one("ccnt", 0xfc04, COUNTER),
    one("icnt", 0xfc08, COUNTER),
    one("m1cnt", 0xfc0c, COUNTER),
    one("m2cnt", 0xfc10, COUNTER),
    one("m3cnt", 0xfc14, COUNTER),
    one(
        "cctrl",
        0xfc00,
        Role::Control(&[
            bit("CM", 1),
            bit("CE", 2),
            event("M1", 7 << 2),
            event("M2", 7 << 5),
            event("M3", 7 << 8),
        ]),
    ),
];

const EPIPHANY: &[Model] = &[
    one("ctimer0", 0xf_0438, COUNTER),
    one("ctimer1", 0xf_043c, COUNTER),
    one(
        "config",
        0xf_0400,
        Role::Control(&[event("CTIMER0CFG", 0xf << 4), event("CTIMER1CFG", 0xf << 8)]),
    ),
    one(
        "meshcfg",
        0xf_0700,
        Role::Control(&[event("MESHEVENT1", 0xf << 4), event("MESHEVENT0", 0xf << 8)]),
    ),
];

/// The counters and clocks of a kind of device.
pub fn of_device(kind: &str) -> &'static [Model] {
    match kind {
        "l4stat" => L4STAT,
        "gptimer" => GPTIMER,
        "irqamp" => IRQAMP,
        "gr740thsens" => THSENS,
        "tc27x-stm" => STM,
        _ => &[],
    }
}

/// The counters and clocks of a kind of core.
pub fn of_core(kind: &str) -> &'static [Model] {
    match kind {
        "leon" => LEON,
        "tricore" => TRICORE,
        "epiphany" => EPIPHANY,
        _ => &[],
    }
}
