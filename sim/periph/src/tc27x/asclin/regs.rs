//! Registers of the ASCLIN (iLLD `IfxAsclin_reg.h`, `IfxAsclin_regdef.h`).

/// Flags of FLAGS, FLAGSSET, FLAGSCLEAR and FLAGSENABLE.
pub mod flag {
    /// Transmission completed.
    pub const TC: u32 = 1 << 17;
    /// Receive FIFO overflow.
    pub const RFO: u32 = 1 << 26;
    /// Receive FIFO underflow.
    pub const RFU: u32 = 1 << 27;
    /// Receive FIFO level.
    pub const RFL: u32 = 1 << 28;
    /// Transmit FIFO overflow.
    pub const TFO: u32 = 1 << 30;
    /// Transmit FIFO level.
    pub const TFL: u32 = 1 << 31;
    /// All there are.
    pub const ALL: u32 = 0xdfff_e06f;
}
use flag::ALL;

trueboard_core::regs! {
    /// Registers.
    pub enum Reg: MAP {
        CLC @ 0x00 = 3, rw 0x9; "clock control: EDIS 3, DISS 1, DISR 0; ENDINIT-protected";
        IOCR @ 0x04 = 0, rw 0x3e03_03f7; "pins: TXM 31, RXM 30, CTSEN 29, LB 28, SPOL 27, CPOL 26, RCPOL 25, CTS 17:16, DEPTH 9:4, ALTI 2:0";
        ID @ 0x08 = 0x00c1_c001, rw 0; "module identification";
        TXFIFOCON @ 0x0c = 0, rw 0x0fc3; "FILL 20:16, INTLEVEL 11:8, INW 7:6, ENO 1, FLUSH 0";
        RXFIFOCON @ 0x10 = 0, rw 0x8000_0fc3; "BUF 31, FILL 20:16, INTLEVEL 11:8, OUTW 7:6, ENI 1, FLUSH 0";
        BITCON @ 0x14 = 0, rw 0x8f0f_0fff; "SM 31, SAMPLEPOINT 27:24, OVERSAMPLING 19:16, PRESCALER 11:0";
        FRAMECON @ 0x18 = 0, rw 0xf003_7fc0; "ODD 31, PEN 30, CEN 29, MSB 28, MODE 17:16, LEAD 14:12, STOP 11:9, IDLE 8:6";
        DATCON @ 0x1c = 0, rw 0x00ff_e00f; "RESPONSE 23:16, CSM 15, RM 14, HO 13, DATLEN 3:0";
        BRG @ 0x20 = 0, rw 0x0fff_0fff; "NUMERATOR 27:16, DENOMINATOR 11:0";
        BRD @ 0x24 = 0, rw 0xffff; "LIN: MEASURED 27:16, UPPERLIMIT 15:8, LOWERLIMIT 7:0; kept";
        LIN @ 0x28 [3; 4] = 0, rw 0xffff_ffff; "LINCON, LINBTIMER, LINHTIMER; kept";
        FLAGS @ 0x34 = 0x8002_0000, rw 0; "TFL 31, TFO 30, RFL 28, RFU 27, RFO 26, FE 18, TC 17, PE 16";
        FLAGSSET @ 0x38 = 0, rw ALL; "sets flags; reads 0";
        FLAGSCLEAR @ 0x3c = 0, rw ALL; "clears flags; reads 0";
        FLAGSENABLE @ 0x40 = 0, rw ALL; "flags that request service";
        TXDATA @ 0x44 = 0, rw 0xffff_ffff; "puts bytes into the transmit FIFO; reads 0";
        RXDATA @ 0x48 = 0, rw 0; "takes bytes out of the receive FIFO";
        CSR @ 0x4c = 0, rw 0x1f; "CON 31, CLKSEL 4:0 (0 off, 1 CLC, 2 oscillator, 4 fast, 8 slow, 16 SPB)";
        RXDATAD @ 0x50 = 0, rw 0; "receive FIFO, looked at only";
        OCS @ 0xe8 = 0, rw 0x1f00_0000; "suspend; kept";
        KRSTCLR @ 0xec = 0, rw 1; "CLR 0; ENDINIT-protected";
        KRST1 @ 0xf0 = 0, rw 1; "RST 0; ENDINIT-protected";
        KRST0 @ 0xf4 = 0, rw 1; "RSTSTAT 1, RST 0; ENDINIT-protected";
        ACCEN1 @ 0xf8 = 0, rw 0; "access enable: masters 32 to 63";
        ACCEN0 @ 0xfc = 0xffff_ffff, rw 0xffff_ffff; "access enable: masters 0 to 31";
    }
}
