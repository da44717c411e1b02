//! Registers by name, in the order that GDB numbers those of an Epiphany: r0 to r63, then special
//! registers.

use crate::core::Ecore;
use crate::isa::special as sr;
use trueboard_core::cpu::RegName;

macro_rules! names {
    ($($n:literal)*) => { &[ $( RegName { name: $n, bits: 32 }, )* ] };
}

pub(crate) const REGISTERS: &[RegName] = names![
    "r0" "r1" "r2" "r3" "r4" "r5" "r6" "r7" "r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15"
    "r16" "r17" "r18" "r19" "r20" "r21" "r22" "r23" "r24" "r25" "r26" "r27" "r28" "r29" "r30"
    "r31" "r32" "r33" "r34" "r35" "r36" "r37" "r38" "r39" "r40" "r41" "r42" "r43" "r44" "r45"
    "r46" "r47" "r48" "r49" "r50" "r51" "r52" "r53" "r54" "r55" "r56" "r57" "r58" "r59" "r60"
    "r61" "r62" "r63"
    "config" "status" "pc" "debug" "iab" "lc" "ls" "le" "iret" "imask" "ilat" "ilatst" "ilatcl"
    "ipend" "ctimer0" "ctimer1" "fstatus"
];

/// Number of the first special register.
const FIRST: usize = 64;

impl Ecore {
    pub(crate) fn register(&self, i: usize) -> u32 {
        if let Some(&r) = self.st.r.get(i) {
            return r;
        }
        let at = sr::address(0, (i - FIRST) as u8);
        self.register_value(at, self.live.now, None)
    }

    /// Sets a register as a debugger does: no side effects.
    pub(crate) fn set_register(&mut self, i: usize, v: u32) {
        if let Some(r) = self.st.r.get_mut(i) {
            *r = v;
            return;
        }
        let st = &mut self.st;
        match sr::address(0, (i - FIRST) as u8) {
            sr::STATUS | sr::FSTATUS => st.status = v,
            sr::PC => self.begin_at(v),
            sr::LC => st.lc = v,
            sr::LS => st.ls = v,
            sr::LE => st.le = v,
            sr::IRET => st.iret = v,
            sr::IMASK => st.imask = v,
            sr::ILAT => st.ilat = v,
            sr::IPEND => st.ipend = v,
            sr::CONFIG => st.config = v,
            _ => {}
        }
        self.review_loop();
        self.attention = true;
    }
}
