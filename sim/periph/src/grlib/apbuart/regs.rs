//! Register map.

trueboard_core::regs! {
    /// Registers.
    pub enum Reg: MAP {
        DATA @ 0x00 = 0, rw 0xff; "DATA 7:0";
        STATUS @ 0x04 = 0x86, rw 0x78; "RCNT 31:26, TCNT 25:20, RF 10, TF 9, RH 8, TH 7, FE 6, PE 5, OV 4, BR 3, TE 2, TS 1, DR 0";
        CTRL @ 0x08 = 0x8000_0000, rw 0x7fff; "FA 31, SI 14, DI 13, BI 12, DB 11, RF 10, TF 9, EC 8, LB 7, FL 6, PE 5, PS 4, TI 3, RI 2, TE 1, RE 0";
        SCALER @ 0x0c = 0, rw 0xf_ffff; "reload value: baud rate = clock / (8 * (SCALER + 1))";
        FIFO @ 0x10 = 0, rw 0xff; "with CTRL.DB: reads the transmitter's, writes the receiver's FIFO";
    }
}

/// Bits of CTRL.
pub mod ctrl {
    pub const FA: u32 = 1 << 31;
    pub const SI: u32 = 1 << 14;
    pub const DI: u32 = 1 << 13;
    pub const DB: u32 = 1 << 11;
    pub const RF: u32 = 1 << 10;
    pub const TF: u32 = 1 << 9;
    pub const EC: u32 = 1 << 8;
    pub const LB: u32 = 1 << 7;
    pub const PE: u32 = 1 << 5;
    pub const TI: u32 = 1 << 3;
    pub const RI: u32 = 1 << 2;
    pub const TE: u32 = 1 << 1;
    pub const RE: u32 = 1 << 0;
}
