//! Calls, returns, traps and system calls.

super::family! { $ call
    opcodes {
        /// CALL: checks and counts the call depth, saves the upper context to a CSA; `A[11] = PC +
        /// len; PC = PC + t`; traps FCU, CDO, FCD.
        Call Context { reads: UPPER, writes: RETURN_ADDRESS };
        /// CALLA: as CALL; `PC = t`.
        Calla Context { reads: UPPER, writes: RETURN_ADDRESS };
        /// CALLI: as CALL; `PC = A[a] & ~1`.
        Calli Context { control: Indirect, reads: UPPER, writes: RETURN_ADDRESS };
        /// FCALL: `M32[A[10] - 4] = A[11]; A[10] -= 4; A[11] = PC + 4; PC = PC + t`.
        Fcall Jump { control: Far, reads: STACK_POINTER | RETURN_ADDRESS, writes: STACK_POINTER | RETURN_ADDRESS };
        /// FCALLA: as FCALL; `PC = t`.
        Fcalla Jump { control: Far, reads: STACK_POINTER | RETURN_ADDRESS, writes: STACK_POINTER | RETURN_ADDRESS };
        /// FCALLI: as FCALL; `PC = A[a] & ~1`.
        Fcalli Jump { control: Indirect, reads: STACK_POINTER | RETURN_ADDRESS, writes: STACK_POINTER | RETURN_ADDRESS };
        /// FRET: `PC = A[11] & ~1; A[11] = M32[A[10]]; A[10] += 4`.
        Fret Jump { control: Indirect, reads: STACK_POINTER | RETURN_ADDRESS, writes: STACK_POINTER | RETURN_ADDRESS };
        /// RET: checks and counts the call depth; `PC = A[11] & ~1`; restores the upper context from
        /// the CSA that PCXI names (PSW.RM stays) and frees it; traps CDU, CSU, CTYP.
        Ret Context { reads: RETURN_ADDRESS, writes: UPPER };
        /// RFE: `PC = A[11] & ~1; ICR.IE = PCXI.PIE; ICR.CCPN = PCXI.PCPN`; restores the upper
        /// context (the whole PSW) from the CSA that PCXI names and frees it; traps CSU, CTYP, NEST.
        Rfe Context { reads: RETURN_ADDRESS, writes: UPPER };
        /// RFM: nothing if `DBGTCR.DTA == 0`, else `PC = A[11] & ~1; ICR.IE = PCXI.PIE; ICR.CCPN =
        /// PCXI.PCPN; {PCXI, PSW, A[10], A[11]} = M32[DCX + 0, 4, 8, 12]; DBGTCR.DTA = 0`;
        /// supervisor only.
        Rfm Context { reads: RETURN_ADDRESS, writes: STACK_POINTER | RETURN_ADDRESS };
        /// RSTV: `PSW.V = SV = AV = SAV = 0`.
        Rstv System;
        /// SYSCALL: trap of class 6, TIN = `b[7:0]`, returns to the next instruction.
        Syscall Context { reads: UPPER, writes: STACK_POINTER | RETURN_ADDRESS | TRAP_NUMBER };
        /// TRAPSV: trap of class 5, TIN 2, if PSW.SV is set.
        Trapsv System;
        /// TRAPV: trap of class 5, TIN 1, if PSW.V is set.
        Trapv System;
    }
    rows {
        // Calls and returns.
        "tttt tttt 0101 1100" CallSb { t: Disp = "t" } "call {t}" Call;
        "uuuu uuuu uuuu uuuu tttt tttt 0110 1101" CallB { t: Disp = "tu" } "call {t}" Call;
        "uuuu uuuu uuuu uuuu tttt tttt 1110 1101" CallaB { t: AbsJ = "tu" } "calla {t}" Calla;
        "---- 0000 0000 ---- ---- aaaa 0010 1101" CalliRr { a: A = "a" } "calli {a}" Calli;
        "uuuu uuuu uuuu uuuu tttt tttt 0110 0001" FcallB { t: Disp = "tu" } "fcall {t}" Fcall;
        "uuuu uuuu uuuu uuuu tttt tttt 1110 0001" FcallaB { t: AbsJ = "tu" } "fcalla {t}" Fcalla;
        "---- 0000 0001 ---- ---- aaaa 0010 1101" FcalliRr { a: A = "a" } "fcalli {a}" Fcalli;
        "0111 ---- 0000 0000" FretSr {} "fret" Fret;
        "---- 0000 11-- ---- ---- ---- 0000 1101" FretSys {} "fret" Fret;
        "1001 ---- 0000 0000" RetSr {} "ret" Ret;
        "---- 0001 10-- ---- ---- ---- 0000 1101" RetSys {} "ret" Ret;
        "1000 ---- 0000 0000" RfeSr {} "rfe" Rfe;
        "---- 0001 11-- ---- ---- ---- 0000 1101" RfeSys {} "rfe" Rfe;
        "---- 0001 01-- ---- ---- ---- 0000 1101" RfmSys {} "rfm" Rfm;

        // Traps and system calls.
        "---- 0000 00-- ---- ---- ---- 0010 1111" RstvSys {} "rstv" Rstv;
        "---- 0000 100k kkkk kkkk ---- 1010 1101" SyscallRc { b: Ku = "k" } "syscall {b}" Syscall;
        "---- 0101 01-- ---- ---- ---- 0000 1101" TrapsvSys {} "trapsv" Trapsv;
        "---- 0101 00-- ---- ---- ---- 0000 1101" TrapvSys {} "trapv" Trapv;
    }
}
