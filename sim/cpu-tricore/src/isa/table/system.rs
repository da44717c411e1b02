//! Core control.

super::family! { $ system
    opcodes {
        /// DEBUG: software debug event if DBGSR.DE is set (what SWEVT says, as a halt), else nothing.
        Debug System;
        /// DISABLE: `D[d] = ICR.IE`, if there is a destination; `ICR.IE = 0`; at least user-1.
        Disable System;
        /// DSYNC: waits until all earlier data accesses have completed.
        Dsync System { flow: Orders };
        /// ENABLE: `ICR.IE = 1`; at least user-1.
        Enable System;
        /// ISYNC: finishes all earlier instructions, flushes the pipeline and fetches the next
        /// instruction anew.
        Isync System;
        /// MFCR: `D[d] = CSFR[b]`; undefined numbers read 0.
        Mfcr System;
        /// MTCR: `CSFR[b] = D[a]`; supervisor only.
        Mtcr System;
        /// NOP: nothing.
        Nop Nop;
        /// RESTORE: `ICR.IE = D[a][0]`; at least user-1.
        Restore System;
        /// WAIT: stops until an interrupt request, a trap or a debug event, then goes on.
        Wait System;
        /// TLBDEMAP: IOPC trap, as there is no MMU.
        Tlbdemap System { exists: false };
        /// TLBFLUSH.A: IOPC trap, as there is no MMU.
        TlbflushA System { exists: false };
        /// TLBFLUSH.B: IOPC trap, as there is no MMU.
        TlbflushB System { exists: false };
        /// TLBMAP: IOPC trap, as there is no MMU.
        Tlbmap System { exists: false };
        /// TLBPROBE.A: IOPC trap, as there is no MMU.
        TlbprobeA System { exists: false };
        /// TLBPROBE.I: IOPC trap, as there is no MMU.
        TlbprobeI System { exists: false };
    }
    rows {
        // Core control.
        "1010 ---- 0000 0000" DebugSr {} "debug" Debug;
        "---- 0001 00-- ---- ---- ---- 0000 1101" DebugSys {} "debug" Debug;
        "---- 0011 01-- ---- ---- ---- 0000 1101" DisableSys0d {} "disable" Disable;
        "---- 0011 11-- ---- ---- aaaa 0000 1101" DisableSys0f { d: D = "a" write } "disable {d}" Disable;
        "---- 0100 10-- ---- ---- ---- 0000 1101" DsyncSys {} "dsync" Dsync;
        "---- 0011 00-- ---- ---- ---- 0000 1101" EnableSys {} "enable" Enable;
        "---- 0100 11-- ---- ---- ---- 0000 1101" IsyncSys {} "isync" Isync;
        "dddd kkkk kkkk kkkk kkkk ---- 0100 1101" MfcrRlc { d: D = "d" write, b: Csfr = "k" } "mfcr {d},{b}" Mfcr;
        "---- kkkk kkkk kkkk kkkk aaaa 1100 1101" MtcrRlc { b: Csfr = "k", a: D = "a" } "mtcr {b},{a}" Mtcr;
        "0000 ---- 0000 0000" NopSr {} "nop" Nop;
        "---- 0000 00-- ---- ---- ---- 0000 1101" NopSys {} "nop" Nop;
        "---- 0011 10-- ---- ---- aaaa 0000 1101" RestoreSys { a: D = "a" } "restore {a}" Restore;
        "---- 0101 10-- ---- ---- ---- 0000 1101" WaitSys {} "wait" Wait;

        // Memory management, which these cores do not have.
        "---- 0000 0000 ---- ---- aaaa 0111 0101" TlbdemapRr { a: D = "a" } "tlbdemap {a}" Tlbdemap;
        "---- 0000 0100 ---- ---- ---- 0111 0101" TlbflushARr {} "tlbflush.a" TlbflushA;
        "---- 0000 0101 ---- ---- ---- 0111 0101" TlbflushBRr {} "tlbflush.b" TlbflushB;
        "---- 0100 0000 ---- ---- aaaa 0111 0101" TlbmapRr { a: E = "a" } "tlbmap {a}" Tlbmap;
        "---- 0000 1000 ---- ---- aaaa 0111 0101" TlbprobeARr { a: D = "a" } "tlbprobe.a {a}" TlbprobeA;
        "---- 0000 1001 ---- ---- aaaa 0111 0101" TlbprobeIRr { a: D = "a" } "tlbprobe.i {a}" TlbprobeI;
    }
}
