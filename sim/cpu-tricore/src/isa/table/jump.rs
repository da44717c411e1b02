//! Jumps and loops.

super::family! { $ jump
    opcodes {
        /// J: `PC = PC + t`.
        J Jump { control: Direct };
        /// JA: `PC = t`.
        Ja Jump { control: Far };
        /// JI: `PC = A[a] & ~1`.
        Ji Jump { control: Indirect };
        /// JL: `A[11] = PC + 4; PC = PC + t`.
        Jl Jump { control: Far, writes: RETURN_ADDRESS };
        /// JLA: `A[11] = PC + 4; PC = t`.
        Jla Jump { control: Far, writes: RETURN_ADDRESS };
        /// JLI: `A[11] = PC + 4; PC = A[a] & ~1`.
        Jli Jump { control: Indirect, writes: RETURN_ADDRESS };
        /// JEQ: `if D[a] == D[b] then PC = PC + t`.
        Jeq JumpD { control: Conditional };
        /// JEQ.A: `if A[a] == A[b] then PC = PC + t`.
        JeqA Jump { control: Conditional };
        /// JGE: `if D[a] >= (signed) D[b] then PC = PC + t`.
        Jge JumpD { control: Conditional };
        /// JGE.U: `if D[a] >= (unsigned) D[b] then PC = PC + t`.
        JgeU JumpD { control: Conditional };
        /// JGEZ: `if D[a] >= 0 (signed) then PC = PC + t`.
        Jgez JumpD { control: Conditional };
        /// JGTZ: `if D[a] > 0 (signed) then PC = PC + t`.
        Jgtz JumpD { control: Conditional };
        /// JLEZ: `if D[a] <= 0 (signed) then PC = PC + t`.
        Jlez JumpD { control: Conditional };
        /// JLT: `if D[a] < (signed) D[b] then PC = PC + t`.
        Jlt JumpD { control: Conditional };
        /// JLT.U: `if D[a] < (unsigned) D[b] then PC = PC + t`.
        JltU JumpD { control: Conditional };
        /// JLTZ: `if D[a] < 0 (signed) then PC = PC + t`.
        Jltz JumpD { control: Conditional };
        /// JNE: `if D[a] != D[b] then PC = PC + t`.
        Jne JumpD { control: Conditional };
        /// JNE.A: `if A[a] != A[b] then PC = PC + t`.
        JneA Jump { control: Conditional };
        /// JNED: `if D[a] != D[b] (old value) then PC = PC + t; D[a] -= 1` always.
        Jned JumpD { control: Conditional };
        /// JNEI: `if D[a] != D[b] (old value) then PC = PC + t; D[a] += 1` always.
        Jnei JumpD { control: Conditional };
        /// JNZ: `if D[a] != 0 then PC = PC + t`.
        Jnz JumpD { control: Conditional };
        /// JNZ.A: `if A[a] != 0 then PC = PC + t`.
        JnzA Jump { control: Conditional };
        /// JNZ.T: `if D[a][p] == 1 then PC = PC + t`.
        JnzT JumpD { control: Conditional };
        /// JZ: `if D[a] == 0 then PC = PC + t`.
        Jz JumpD { control: Conditional };
        /// JZ.A: `if A[a] == 0 then PC = PC + t`.
        JzA Jump { control: Conditional };
        /// JZ.T: `if D[a][p] == 0 then PC = PC + t`.
        JzT JumpD { control: Conditional };
        /// LOOP: `if A[a] != 0 then PC = PC + t; A[a] -= 1` always; the test is of the old value.
        Loop Loop { control: Counted };
        /// LOOPU: `PC = PC + t`.
        Loopu Loop { control: Direct };
    }
    rows {
        // Jumps.
        "tttt tttt 0011 1100" JSb { t: Disp = "t" } "j {t}" J;
        "uuuu uuuu uuuu uuuu tttt tttt 0001 1101" JB { t: Disp = "tu" } "j {t}" J;
        "uuuu uuuu uuuu uuuu tttt tttt 1001 1101" JaB { t: AbsJ = "tu" } "ja {t}" Ja;
        "0000 aaaa 1101 1100" JiSr { a: A = "a" } "ji {a}" Ji;
        "---- 0000 0011 ---- ---- aaaa 0010 1101" JiRr { a: A = "a" } "ji {a}" Ji;
        "uuuu uuuu uuuu uuuu tttt tttt 0101 1101" JlB { t: Disp = "tu" } "jl {t}" Jl;
        "uuuu uuuu uuuu uuuu tttt tttt 1101 1101" JlaB { t: AbsJ = "tu" } "jla {t}" Jla;
        "---- 0000 0010 ---- ---- aaaa 0010 1101" JliRr { a: A = "a" } "jli {a}" Jli;

        // Conditional jumps.
        "kkkk tttt 0001 1110" JeqSbc1e { a: D15 = "", b: K = "k", t: Disp4 = "t" } "jeq {a},{b},{t}" Jeq;
        "bbbb tttt 0011 1110" JeqSbr3e { a: D15 = "", b: D = "b", t: Disp4 = "t" } "jeq {a},{b},{t}" Jeq;
        "kkkk tttt 1001 1110" JeqSbc9e { a: D15 = "", b: K = "k", t: Disp4p16 = "t" } "jeq {a},{b},{t}" Jeq;
        "bbbb tttt 1011 1110" JeqSbrBe { a: D15 = "", b: D = "b", t: Disp4p16 = "t" } "jeq {a},{b},{t}" Jeq;
        "0ttt tttt tttt tttt bbbb aaaa 0101 1111" JeqBrr { a: D = "a", b: D = "b", t: Disp = "t" } "jeq {a},{b},{t}" Jeq;
        "0ttt tttt tttt tttt kkkk aaaa 1101 1111" JeqBrc { a: D = "a", b: K = "k", t: Disp = "t" } "jeq {a},{b},{t}" Jeq;
        "0ttt tttt tttt tttt bbbb aaaa 0111 1101" JeqABrr { a: A = "a", b: A = "b", t: Disp = "t" } "jeq.a {a},{b},{t}" JeqA;
        "0ttt tttt tttt tttt bbbb aaaa 0111 1111" JgeBrr { a: D = "a", b: D = "b", t: Disp = "t" } "jge {a},{b},{t}" Jge;
        "0ttt tttt tttt tttt kkkk aaaa 1111 1111" JgeBrc { a: D = "a", b: K = "k", t: Disp = "t" } "jge {a},{b},{t}" Jge;
        "1ttt tttt tttt tttt bbbb aaaa 0111 1111" JgeUBrr { a: D = "a", b: D = "b", t: Disp = "t" } "jge.u {a},{b},{t}" JgeU;
        "1ttt tttt tttt tttt kkkk aaaa 1111 1111" JgeUBrc { a: D = "a", b: Ku = "k", t: Disp = "t" } "jge.u {a},{b},{t}" JgeU;
        "bbbb tttt 1100 1110" JgezSbr { a: D = "b", t: Disp4 = "t" } "jgez {a},{t}" Jgez;
        "bbbb tttt 0100 1110" JgtzSbr { a: D = "b", t: Disp4 = "t" } "jgtz {a},{t}" Jgtz;
        "bbbb tttt 1000 1110" JlezSbr { a: D = "b", t: Disp4 = "t" } "jlez {a},{t}" Jlez;
        "0ttt tttt tttt tttt bbbb aaaa 0011 1111" JltBrr { a: D = "a", b: D = "b", t: Disp = "t" } "jlt {a},{b},{t}" Jlt;
        "0ttt tttt tttt tttt kkkk aaaa 1011 1111" JltBrc { a: D = "a", b: K = "k", t: Disp = "t" } "jlt {a},{b},{t}" Jlt;
        "1ttt tttt tttt tttt bbbb aaaa 0011 1111" JltUBrr { a: D = "a", b: D = "b", t: Disp = "t" } "jlt.u {a},{b},{t}" JltU;
        "1ttt tttt tttt tttt kkkk aaaa 1011 1111" JltUBrc { a: D = "a", b: Ku = "k", t: Disp = "t" } "jlt.u {a},{b},{t}" JltU;
        "bbbb tttt 0000 1110" JltzSbr { a: D = "b", t: Disp4 = "t" } "jltz {a},{t}" Jltz;
        "kkkk tttt 0101 1110" JneSbc5e { a: D15 = "", b: K = "k", t: Disp4 = "t" } "jne {a},{b},{t}" Jne;
        "bbbb tttt 0111 1110" JneSbr7e { a: D15 = "", b: D = "b", t: Disp4 = "t" } "jne {a},{b},{t}" Jne;
        "kkkk tttt 1101 1110" JneSbcDe { a: D15 = "", b: K = "k", t: Disp4p16 = "t" } "jne {a},{b},{t}" Jne;
        "bbbb tttt 1111 1110" JneSbrFe { a: D15 = "", b: D = "b", t: Disp4p16 = "t" } "jne {a},{b},{t}" Jne;
        "1ttt tttt tttt tttt bbbb aaaa 0101 1111" JneBrr { a: D = "a", b: D = "b", t: Disp = "t" } "jne {a},{b},{t}" Jne;
        "1ttt tttt tttt tttt kkkk aaaa 1101 1111" JneBrc { a: D = "a", b: K = "k", t: Disp = "t" } "jne {a},{b},{t}" Jne;
        "1ttt tttt tttt tttt bbbb aaaa 0111 1101" JneABrr { a: A = "a", b: A = "b", t: Disp = "t" } "jne.a {a},{b},{t}" JneA;
        "1ttt tttt tttt tttt bbbb aaaa 0001 1111" JnedBrr { a: D = "a" read_write, b: D = "b", t: Disp = "t" } "jned {a},{b},{t}" Jned;
        "1ttt tttt tttt tttt kkkk aaaa 1001 1111" JnedBrc { a: D = "a" read_write, b: K = "k", t: Disp = "t" } "jned {a},{b},{t}" Jned;
        "0ttt tttt tttt tttt bbbb aaaa 0001 1111" JneiBrr { a: D = "a" read_write, b: D = "b", t: Disp = "t" } "jnei {a},{b},{t}" Jnei;
        "0ttt tttt tttt tttt kkkk aaaa 1001 1111" JneiBrc { a: D = "a" read_write, b: K = "k", t: Disp = "t" } "jnei {a},{b},{t}" Jnei;
        "tttt tttt 1110 1110" JnzSb { a: D15 = "", t: Disp = "t" } "jnz {a},{t}" Jnz;
        "bbbb tttt 1111 0110" JnzSbr { a: D = "b", t: Disp4 = "t" } "jnz {a},{t}" Jnz;
        "bbbb tttt 0111 1100" JnzASbr { a: A = "b", t: Disp4 = "t" } "jnz.a {a},{t}" JnzA;
        "1ttt tttt tttt tttt ---- aaaa 1011 1101" JnzABrr { a: A = "a", t: Disp = "t" } "jnz.a {a},{t}" JnzA;
        "nnnn tttt 1010 1110" JnzTSbrn { a: D15 = "", p: U = "n", t: Disp4 = "t" } "jnz.t {a},{p},{t}" JnzT;
        "1ttt tttt tttt tttt nnnn aaaa m110 1111" JnzTBrn { a: D = "a", p: U = "mn", t: Disp = "t" } "jnz.t {a},{p},{t}" JnzT;
        "tttt tttt 0110 1110" JzSb { a: D15 = "", t: Disp = "t" } "jz {a},{t}" Jz;
        "bbbb tttt 0111 0110" JzSbr { a: D = "b", t: Disp4 = "t" } "jz {a},{t}" Jz;
        "bbbb tttt 1011 1100" JzASbr { a: A = "b", t: Disp4 = "t" } "jz.a {a},{t}" JzA;
        "0ttt tttt tttt tttt ---- aaaa 1011 1101" JzABrr { a: A = "a", t: Disp = "t" } "jz.a {a},{t}" JzA;
        "nnnn tttt 0010 1110" JzTSbrn { a: D15 = "", p: U = "n", t: Disp4 = "t" } "jz.t {a},{p},{t}" JzT;
        "0ttt tttt tttt tttt nnnn aaaa m110 1111" JzTBrn { a: D = "a", p: U = "mn", t: Disp = "t" } "jz.t {a},{p},{t}" JzT;

        // Loops.
        "bbbb tttt 1111 1100" LoopSbr { a: A = "b" read_write, t: DispLoop = "t" } "loop {a},{t}" Loop;
        "0ttt tttt tttt tttt bbbb ---- 1111 1101" LoopBrr { a: A = "b" read_write, t: Disp = "t" } "loop {a},{t}" Loop;
        "1ttt tttt tttt tttt ---- ---- 1111 1101" LoopuBrr { t: Disp = "t" } "loopu {t}" Loopu;
    }
}
