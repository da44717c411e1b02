//! Names of the core special function registers, by their offsets.
//!
//! Source: AURIX TC27x user's manual, CPU chapter; the names in lower case are those of GNU objdump
//! where it has one.

use std::borrow::Cow;

/// The registers that are not numbered.
const NAMES: &[(u16, &str)] = &[
    (0x1030, "segen"),
    (0x8004, "task_asi"),
    (0x8100, "pma0"),
    (0x8104, "pma1"),
    (0x8108, "pma2"),
    (0x9000, "dcon2"),
    (0x900c, "smacon"),
    (0x9010, "dstr"),
    (0x9018, "datr"),
    (0x901c, "deadd"),
    (0x9020, "diear"),
    (0x9024, "dietr"),
    (0x9040, "dcon0"),
    (0x9200, "pstr"),
    (0x9204, "pcon1"),
    (0x9208, "pcon2"),
    (0x920c, "pcon0"),
    (0x9210, "piear"),
    (0x9214, "pietr"),
    (0x9400, "compat"),
    (0xa000, "fpu_trap_con"),
    (0xa004, "fpu_trap_pc"),
    (0xa008, "fpu_trap_opc"),
    (0xa010, "fpu_trap_src1"),
    (0xa014, "fpu_trap_src2"),
    (0xa018, "fpu_trap_src3"),
    (0xe400, "tps_con"),
    (0xe404, "tps_timer0"),
    (0xe408, "tps_timer1"),
    (0xe40c, "tps_timer2"),
    (0xfc00, "cctrl"),
    (0xfc04, "ccnt"),
    (0xfc08, "icnt"),
    (0xfc0c, "m1cnt"),
    (0xfc10, "m2cnt"),
    (0xfc14, "m3cnt"),
    (0xfd00, "dbgsr"),
    (0xfd08, "exevt"),
    (0xfd0c, "crevt"),
    (0xfd10, "swevt"),
    (0xfd30, "trig_acc"),
    (0xfd40, "dms"),
    (0xfd44, "dcx"),
    (0xfd48, "dbgtcr"),
    (0xfe00, "pcxi"),
    (0xfe04, "psw"),
    (0xfe08, "pc"),
    (0xfe14, "syscon"),
    (0xfe18, "cpu_id"),
    (0xfe1c, "core_id"),
    (0xfe20, "biv"),
    (0xfe24, "btv"),
    (0xfe28, "isp"),
    (0xfe2c, "icr"),
    (0xfe38, "fcx"),
    (0xfe3c, "lcx"),
    (0xfe50, "cus_id"),
];

/// The name of the register at this offset, in lower case.
///
/// ```
/// use trueboard_cpu_tricore::isa::csfr;
/// assert_eq!(csfr::name(0xfe04).as_deref(), Some("psw"));
/// assert_eq!(csfr::name(0xc00c).as_deref(), Some("dpr1_u"));
/// assert_eq!(csfr::name(0xfe05), None);
/// ```
#[must_use]
pub fn name(offset: u16) -> Option<Cow<'static, str>> {
    if let Ok(at) = NAMES.binary_search_by_key(&offset, |&(at, _)| at) {
        return Some(NAMES[at].1.into());
    }
    if !offset.is_multiple_of(4) {
        return None;
    }
    let bound = |prefix: &str, base: u16| {
        let half = if offset.is_multiple_of(8) { 'l' } else { 'u' };
        Some(format!("{prefix}{}_{half}", (offset - base) / 8).into())
    };
    let set = |prefix: &str, base: u16| Some(format!("{prefix}_{}", (offset - base) / 4).into());
    match offset {
        0xc000..0xc080 => bound("dpr", 0xc000),
        0xd000..0xd040 => bound("cpr", 0xd000),
        0xe000..0xe010 => set("cpxe", 0xe000),
        0xe010..0xe020 => set("dpre", 0xe010),
        0xe020..0xe030 => set("dpwe", 0xe020),
        0xf000..0xf040 => {
            let what = if offset.is_multiple_of(8) {
                "evt"
            } else {
                "adr"
            };
            Some(format!("tr{}{what}", (offset - 0xf000) / 8).into())
        }
        _ => None,
    }
}

/// The offset of the register with this name, in lower case.
///
/// ```
/// use trueboard_cpu_tricore::isa::csfr;
/// assert_eq!(csfr::offset("psw"), Some(0xfe04));
/// assert_eq!(csfr::offset("dpr1_u"), Some(0xc00c));
/// assert_eq!(csfr::offset("nothing"), None);
/// ```
#[must_use]
pub fn offset(register: &str) -> Option<u16> {
    (0..=u16::MAX)
        .step_by(4)
        .find(|at| name(*at).as_deref() == Some(register))
}
