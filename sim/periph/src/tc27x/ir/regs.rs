//! Registers of the interrupt router: the control unit's and a service request control register
//! for each service request node (iLLD `IfxInt_reg.h`, `IfxSrc_reg.h`).

/// Offset of the first service request control register.
pub const FIRST_NODE: u32 = 0x1000;
/// The last place for a node: their registers take 8 KiB.
pub const LAST_NODE: u16 = 0x7ff;

/// Bits of a service request control register (iLLD `Ifx_SRC_SRCR_Bits`).
pub mod src {
    /// Priority number.
    pub const SRPN: u32 = 0xff;
    /// Enable.
    pub const SRE: u32 = 1 << 10;
    /// Type of service: the service provider.
    pub const TOS_SHIFT: u32 = 11;
    /// Error correction code, kept as written.
    pub const ECC: u32 = 0x3f << 16;
    /// Request.
    pub const SRR: u32 = 1 << 24;
    /// Clears the request.
    pub const CLRR: u32 = 1 << 25;
    /// Sets the request.
    pub const SETR: u32 = 1 << 26;
    /// A request came while one was pending.
    pub const IOV: u32 = 1 << 27;
    /// Clears IOV.
    pub const IOVCLR: u32 = 1 << 28;
    /// A request was made by SETR.
    pub const SWS: u32 = 1 << 29;
    /// Clears SWS.
    pub const SWSCLR: u32 = 1 << 30;
    /// What software sets as it is.
    pub const PLAIN: u32 = SRPN | SRE | 3 << TOS_SHIFT | ECC;
    /// All that software may write a 1 to.
    pub const WRITABLE: u32 = PLAIN | CLRR | SETR | IOVCLR | SWSCLR;
}
use src::WRITABLE as W;

trueboard_core::regs! {
    /// Registers; the second group are service request control registers, all with the fields
    /// SWSCLR 30, SWS 29, IOVCLR 28, IOV 27, SETR 26, CLRR 25, SRR 24, ECC 21:16, TOS 12:11, SRE 10,
    /// SRPN 7:0.
    #[allow(non_camel_case_types)] // the names of the vendor's headers
    pub enum Reg: MAP {
        ID @ 0x008 = 0x00b9_c001, rw 0; "module identification";
        SRB @ 0x010 [3; 4] = 0, rw 0xf; "service request broadcast to GPSRn: TRIG 3:0; reads 0";
        OOBS @ 0x080 = 0, rw 0; "OTGM status (trace)";
        OSSIC @ 0x084 = 0, rw 0xf; "OTGM interrupt control (trace)";
        OIXTS @ 0x088 = 0, rw 0xffff_ffff; "OTGM trigger set select (trace)";
        OIXMS @ 0x08c = 0, rw 0xffff_ffff; "OTGM missed trigger select (trace)";
        OIXS @ 0x090 [2; 4] = 0, rw 0xffff_ffff; "OTGM select (trace)";
        OIT @ 0x0a0 = 0, rw 0xffff_ffff; "OTGM IRQ trigger (trace)";
        OMIS @ 0x0a4 [2; 4] = 0, rw 0xffff_ffff; "OTGM match (trace)";
        ACCEN @ 0x0f0 [4; 4] = 0xffff_ffff, rw 0xffff_ffff; "access enable: ACCEN01, 00, 11, 10";
        LWSR @ 0x100 [4; 16] = 0, rw 0; "last winner of provider n: STAT 31, ID 25:16, ECC 15:10, PN 7:0";
        LASR @ 0x104 [4; 16] = 0, rw 0; "last acknowledged by provider n: ID 25:16, ECC 15:10, PN 7:0";
        ECR @ 0x108 [4; 16] = 0, rw 0xc000_0000; "error capture of provider n: STAT 31, EOV 30";

        CPU_SB @ 0x1000 [3; 4] = 0, rw W; "software breakpoint of CPU n";
        EMEM @ 0x1020 = 0, rw W; "EMEM";
        AGBT @ 0x1024 = 0, rw W; "AGBT";
        BCU_SPB @ 0x1040 = 0, rw W; "SPB bus control unit";
        XBAR @ 0x1048 = 0, rw W; "SRI crossbar";
        CERBERUS @ 0x1050 [2; 4] = 0, rw W; "Cerberus 0, 1";
        ASCLIN @ 0x1080 [12; 4] = 0, rw W; "ASCLIN 0 to 3: TX, RX, ERR of each";
        QSPI @ 0x1190 [24; 4] = 0, rw W; "QSPI 0 to 3: TX, RX, ERR, PT, (none), U of each";
        HSCT @ 0x1290 = 0, rw W; "HSCT";
        HSSL @ 0x12a0 [17; 4] = 0, rw W; "HSSL channels 0 to 3: COK, RDI, ERR, TRG; EXI";
        I2C @ 0x1300 [6; 4] = 0, rw W; "I2C: BREQ, LBREQ, SREQ, LSREQ, ERR, P";
        SENT @ 0x1350 [10; 4] = 0, rw W; "SENT 0 to 9";
        MSC @ 0x13e0 [10; 4] = 0, rw W; "MSC 0, 1: SR0 to SR4 of each";
        CCU6 @ 0x1420 [8; 4] = 0, rw W; "CCU60, CCU61: SR0 to SR3 of each";
        GPT12 @ 0x1460 [6; 4] = 0, rw W; "GPT120: CIRQ, T2 to T6";
        STM @ 0x1490 [6; 4] = 0, rw W; "STM 0 to 2: SR0, SR1 of each";
        FCE @ 0x14b0 = 0, rw W; "FCE";
        DMA_ERR @ 0x14f0 = 0, rw W; "DMA errors";
        DMA @ 0x1500 [64; 4] = 0, rw W; "DMA channels 0 to 63";
        ETH @ 0x18f0 = 0, rw W; "Ethernet";
        CAN @ 0x1900 [16; 4] = 0, rw W; "CAN 0 to 15";
        VADC_G @ 0x1980 [32; 4] = 0, rw W; "VADC groups 0 to 7: SR0 to SR3 of each";
        VADC_CG @ 0x1aa0 [8; 4] = 0, rw W; "VADC common groups 0, 1: SR0 to SR3 of each";
        DSADC @ 0x1b50 [12; 4] = 0, rw W; "DSADC 0 to 5: SRM, SRA of each";
        ERAY @ 0x1be0 [10; 4] = 0, rw W; "E-Ray: INT0, INT1, TINT0, TINT1, NDAT0, NDAT1, MBSC0, MBSC1, OBUSY, IBUSY";
        PMU @ 0x1c30 [2; 4] = 0, rw W; "PMU 0, 1";
        HSM @ 0x1cc0 [2; 4] = 0, rw W; "HSM 0, 1";
        SCU_DTS @ 0x1cd0 = 0, rw W; "SCU die temperature sensor";
        SCU_ERU @ 0x1cd4 [4; 4] = 0, rw W; "SCU external requests 0 to 3";
        SMU @ 0x1d10 [3; 4] = 0, rw W; "SMU 0 to 2";
        PSI5 @ 0x1d30 [8; 4] = 0, rw W; "PSI5 0 to 7";
        DAM @ 0x1d70 [6; 4] = 0, rw W; "DAM 0 to 5";
        CIF @ 0x1da0 [4; 4] = 0, rw W; "CIF: MI, MIEP, ISP, MJPEG";
        LMU @ 0x1de0 = 0, rw W; "LMU";
        PSI5S @ 0x1df0 [8; 4] = 0, rw W; "PSI5-S 0 to 7";
        GPSR0 @ 0x2000 [4; 4] = 0, rw W; "general purpose requests, group 0";
        GPSR1 @ 0x2020 [4; 4] = 0, rw W; "general purpose requests, group 1";
        GPSR2 @ 0x2040 [4; 4] = 0, rw W; "general purpose requests, group 2";
        GTM_AEI @ 0x2600 = 0, rw W; "GTM AEI";
        GTM_ARU @ 0x2604 [3; 4] = 0, rw W; "GTM ARU 0 to 2";
        GTM_BRC @ 0x2614 = 0, rw W; "GTM BRC";
        GTM_CMP @ 0x2618 = 0, rw W; "GTM CMP";
        GTM_SPE @ 0x261c [2; 4] = 0, rw W; "GTM SPE 0, 1";
        GTM_PSM @ 0x262c [8; 4] = 0, rw W; "GTM PSM0 0 to 7";
        GTM_DPLL @ 0x26a4 [27; 4] = 0, rw W; "GTM DPLL 0 to 26";
        GTM_ERR @ 0x2770 = 0, rw W; "GTM errors";
        GTM_TIM @ 0x2780 [32; 4] = 0, rw W; "GTM TIM 0 to 3: channels 0 to 7 of each";
        GTM_MCS @ 0x2980 [32; 4] = 0, rw W; "GTM MCS 0 to 3: channels 0 to 7 of each";
        GTM_TOM @ 0x2b80 [24; 4] = 0, rw W; "GTM TOM 0 to 2: SR0 to SR7 of each";
        GTM_ATOM @ 0x2d80 [20; 4] = 0, rw W; "GTM ATOM 0 to 4: SR0 to SR3 of each";
        GTM_MCSW0 @ 0x2f00 [4; 4] = 0, rw W; "GTM MCSW0 0 to 3";
        GTM_MCSW1 @ 0x2f40 [4; 4] = 0, rw W; "GTM MCSW1 0 to 3";
    }
}

/// The node whose register is at `off`, or `None` when a control register is there, or nothing.
pub fn node(off: u32) -> Option<u16> {
    let n = off.checked_sub(FIRST_NODE)? / 4;
    Reg::at(off)?;
    u16::try_from(n).ok()
}
