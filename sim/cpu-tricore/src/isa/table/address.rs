//! Moves, arithmetic and comparison of address registers.

super::family! { $ address
    opcodes {
        /// ADD.A: `A[d] = A[a] + A[b]`.
        AddA Addr;
        /// ADDIH.A: `A[d] = A[a] + (b << 16)`.
        AddihA Addr;
        /// ADDSC.A: `A[d] = A[b] + (D[a] << n)`.
        AddscA ScaledAddr;
        /// ADDSC.AT: `A[d] = (A[b] + (D[a] >>s 3)) & ~3`.
        AddscAt ScaledAddr;
        /// LEA: `A[d] = EA`.
        Lea Addr;
        /// MOV.A: `A[d] = D[b]`.
        MovA Addr { flow: Copies };
        /// MOV.AA: `A[d] = A[b]`.
        MovAa Addr { flow: Copies };
        /// MOV.D: `D[d] = A[b]`.
        MovD Addr { flow: Copies };
        /// MOVH.A: `A[d] = b << 16`.
        MovhA Addr;
        /// SUB.A: `A[d] = A[a] - A[b]`.
        SubA Addr;
        /// EQ.A: `D[d] = (A[a] == A[b]) ? 1 : 0`.
        EqA Addr;
        /// EQZ.A: `D[d] = (A[a] == 0) ? 1 : 0`.
        EqzA Addr;
        /// GE.A: `D[d] = (A[a] >= A[b]) ? 1 : 0` (unsigned).
        GeA Addr;
        /// LT.A: `D[d] = (A[a] < A[b]) ? 1 : 0` (unsigned).
        LtA Addr;
        /// NE.A: `D[d] = (A[a] != A[b]) ? 1 : 0`.
        NeA Addr;
        /// NEZ.A: `D[d] = (A[a] != 0) ? 1 : 0`.
        NezA Addr;
    }
    rows {
        // Moves and arithmetic of address registers.
        "bbbb aaaa 0011 0000" AddASrr { d: A = "a" write, a: A = "a", b: A = "b" } "add.a {d},{b}" AddA;
        "kkkk aaaa 1011 0000" AddASrc { d: A = "a" write, a: A = "a", b: K = "k" } "add.a {d},{b}" AddA;
        "dddd 0000 0001 ---- bbbb aaaa 0000 0001" AddARr { d: A = "d" write, a: A = "a", b: A = "b" } "add.a {d},{a},{b}" AddA;
        "dddd kkkk kkkk kkkk kkkk aaaa 0001 0001" AddihARlc { d: A = "d" write, a: A = "a", b: Ku = "k" } "addih.a {d},{a},{b}" AddihA;
        "bbbb aaaa nn01 0000" AddscASrrs { d: A = "a" write, b: A = "b", a: D15 = "", n: U = "n" } "addsc.a {d},{b},{a},{n}" AddscA;
        "dddd 0110 0000 --nn bbbb aaaa 0000 0001" AddscARr { d: A = "d" write, b: A = "b", a: D = "a", n: U = "n" } "addsc.a {d},{b},{a},{n}" AddscA;
        "dddd 0110 0010 ---- bbbb aaaa 0000 0001" AddscAtRr { d: A = "d" write, b: A = "b", a: D = "a" } "addsc.at {d},{b},{a}" AddscAt;
        "eeee 1010 00ff ffff bbbb aaaa 0100 1001" LeaBo { d: A = "a" write, b: A = "b", o: Off = "ef", m: Base = "" } "lea {d},[{b}]{o}" Lea;
        "gggg 00ff ffhh hhhh eeee aaaa 1100 0101" LeaAbs { d: A = "a" write, o: Abs18 = "efgh", m: Abs = "" } "lea {d},{o}" Lea;
        "ffff eeee eegg gggg bbbb aaaa 1101 1001" LeaBol { d: A = "a" write, b: A = "b", o: Off = "efg", m: Base = "" } "lea {d},[{b}]{o}" Lea;
        "bbbb aaaa 0110 0000" MovASrr { d: A = "a" write, b: D = "b" } "mov.a {d},{b}" MovA;
        "kkkk aaaa 1010 0000" MovASrc { d: A = "a" write, b: Ku = "k" } "mov.a {d},{b}" MovA;
        "dddd 0110 0011 ---- bbbb ---- 0000 0001" MovARr { d: A = "d" write, b: D = "b" } "mov.a {d},{b}" MovA;
        "bbbb aaaa 0100 0000" MovAaSrr { d: A = "a" write, b: A = "b" } "mov.aa {d},{b}" MovAa;
        "dddd 0000 0000 ---- bbbb ---- 0000 0001" MovAaRr { d: A = "d" write, b: A = "b" } "mov.aa {d},{b}" MovAa;
        "bbbb aaaa 1000 0000" MovDSrr { d: D = "a" write, b: A = "b" } "mov.d {d},{b}" MovD;
        "dddd 0100 1100 ---- bbbb ---- 0000 0001" MovDRr { d: D = "d" write, b: A = "b" } "mov.d {d},{b}" MovD;
        "dddd kkkk kkkk kkkk kkkk ---- 1001 0001" MovhARlc { d: A = "d" write, b: Ku = "k" } "movh.a {d},{b}" MovhA;
        "kkkk kkkk 0010 0000" SubASc { d: A10 = "" write, a: A10 = "", b: Ku = "k" } "sub.a {d},{b}" SubA;
        "dddd 0000 0010 ---- bbbb aaaa 0000 0001" SubARr { d: A = "d" write, a: A = "a", b: A = "b" } "sub.a {d},{a},{b}" SubA;

        // Comparison of addresses.
        "dddd 0100 0000 ---- bbbb aaaa 0000 0001" EqARr { d: D = "d" write, a: A = "a", b: A = "b" } "eq.a {d},{a},{b}" EqA;
        "dddd 0100 1000 ---- ---- aaaa 0000 0001" EqzARr { d: D = "d" write, a: A = "a" } "eqz.a {d},{a}" EqzA;
        "dddd 0100 0011 ---- bbbb aaaa 0000 0001" GeARr { d: D = "d" write, a: A = "a", b: A = "b" } "ge.a {d},{a},{b}" GeA;
        "dddd 0100 0010 ---- bbbb aaaa 0000 0001" LtARr { d: D = "d" write, a: A = "a", b: A = "b" } "lt.a {d},{a},{b}" LtA;
        "dddd 0100 0001 ---- bbbb aaaa 0000 0001" NeARr { d: D = "d" write, a: A = "a", b: A = "b" } "ne.a {d},{a},{b}" NeA;
        "dddd 0100 1001 ---- ---- aaaa 0000 0001" NezARr { d: D = "d" write, a: A = "a" } "nez.a {d},{a}" NezA;
    }
}
