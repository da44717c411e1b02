//! Comparisons of data.

super::family! { $ compare
    opcodes {
        /// EQ: `D[d] = (D[a] == D[b]) ? 1 : 0`.
        Eq Alu;
        /// EQ.B: per byte `D[d] = (D[a][i] == D[b][i]) ? all ones : 0`.
        EqB Alu;
        /// EQ.H: per half-word `D[d] = (D[a][i] == D[b][i]) ? all ones : 0`.
        EqH Alu;
        /// EQ.W: per word `D[d] = (D[a][i] == D[b][i]) ? all ones : 0`.
        EqW Alu;
        /// EQANY.B: `D[d]` = 1 if any byte of `D[a]` equals the same one of `D[b]`, else 0.
        EqanyB Alu;
        /// EQANY.H: `D[d]` = 1 if any half-word of `D[a]` equals the same one of `D[b]`, else 0.
        EqanyH Alu;
        /// GE: `D[d] = (D[a] >= D[b] signed) ? 1 : 0`.
        Ge Alu;
        /// GE.U: `D[d] = (D[a] >= D[b] unsigned) ? 1 : 0`.
        GeU Alu;
        /// LT: `D[d] = (D[a] < D[b] signed) ? 1 : 0`.
        Lt Alu;
        /// LT.B: per signed byte `D[d] = (D[a][i] < D[b][i]) ? all ones : 0`.
        LtB Alu;
        /// LT.BU: per unsigned byte `D[d] = (D[a][i] < D[b][i]) ? all ones : 0`.
        LtBu Alu;
        /// LT.H: per signed half-word `D[d] = (D[a][i] < D[b][i]) ? all ones : 0`.
        LtH Alu;
        /// LT.HU: per unsigned half-word `D[d] = (D[a][i] < D[b][i]) ? all ones : 0`.
        LtHu Alu;
        /// LT.U: `D[d] = (D[a] < D[b] unsigned) ? 1 : 0`.
        LtU Alu;
        /// LT.W: per signed word `D[d] = (D[a][i] < D[b][i]) ? all ones : 0`.
        LtW Alu;
        /// LT.WU: per unsigned word `D[d] = (D[a][i] < D[b][i]) ? all ones : 0`.
        LtWu Alu;
        /// NE: `D[d] = (D[a] != D[b]) ? 1 : 0`.
        Ne Alu;
        /// AND.EQ: `D[d][0] = D[d][0] & (D[a] == D[b])`.
        AndEq Alu;
        /// AND.GE: `D[d][0] = D[d][0] & (D[a] >= D[b] signed)`.
        AndGe Alu;
        /// AND.GE.U: `D[d][0] = D[d][0] & (D[a] >= D[b] unsigned)`.
        AndGeU Alu;
        /// AND.LT: `D[d][0] = D[d][0] & (D[a] < D[b] signed)`.
        AndLt Alu;
        /// AND.LT.U: `D[d][0] = D[d][0] & (D[a] < D[b] unsigned)`.
        AndLtU Alu;
        /// AND.NE: `D[d][0] = D[d][0] & (D[a] != D[b])`.
        AndNe Alu;
        /// OR.EQ: `D[d][0] = D[d][0] | (D[a] == D[b])`.
        OrEq Alu;
        /// OR.GE: `D[d][0] = D[d][0] | (D[a] >= D[b] signed)`.
        OrGe Alu;
        /// OR.GE.U: `D[d][0] = D[d][0] | (D[a] >= D[b] unsigned)`.
        OrGeU Alu;
        /// OR.LT: `D[d][0] = D[d][0] | (D[a] < D[b] signed)`.
        OrLt Alu;
        /// OR.LT.U: `D[d][0] = D[d][0] | (D[a] < D[b] unsigned)`.
        OrLtU Alu;
        /// OR.NE: `D[d][0] = D[d][0] | (D[a] != D[b])`.
        OrNe Alu;
        /// SH.EQ: `D[d] = (D[d] << 1) | (D[a] == D[b])`.
        ShEq Alu;
        /// SH.GE: `D[d] = (D[d] << 1) | (D[a] >= D[b] signed)`.
        ShGe Alu;
        /// SH.GE.U: `D[d] = (D[d] << 1) | (D[a] >= D[b] unsigned)`.
        ShGeU Alu;
        /// SH.LT: `D[d] = (D[d] << 1) | (D[a] < D[b] signed)`.
        ShLt Alu;
        /// SH.LT.U: `D[d] = (D[d] << 1) | (D[a] < D[b] unsigned)`.
        ShLtU Alu;
        /// SH.NE: `D[d] = (D[d] << 1) | (D[a] != D[b])`.
        ShNe Alu;
        /// XOR.EQ: `D[d][0] = D[d][0] ^ (D[a] == D[b])`.
        XorEq Alu;
        /// XOR.GE: `D[d][0] = D[d][0] ^ (D[a] >= D[b] signed)`.
        XorGe Alu;
        /// XOR.GE.U: `D[d][0] = D[d][0] ^ (D[a] >= D[b] unsigned)`.
        XorGeU Alu;
        /// XOR.LT: `D[d][0] = D[d][0] ^ (D[a] < D[b] signed)`.
        XorLt Alu;
        /// XOR.LT.U: `D[d][0] = D[d][0] ^ (D[a] < D[b] unsigned)`.
        XorLtU Alu;
        /// XOR.NE: `D[d][0] = D[d][0] ^ (D[a] != D[b])`.
        XorNe Alu;
    }
    rows {
        // Comparison.
        "bbbb aaaa 0011 1010" EqSrr { d: D15 = "" write, a: D = "a", b: D = "b" } "eq {d},{a},{b}" Eq;
        "kkkk aaaa 1011 1010" EqSrc { d: D15 = "" write, a: D = "a", b: K = "k" } "eq {d},{a},{b}" Eq;
        "dddd 0001 0000 ---- bbbb aaaa 0000 1011" EqRr { d: D = "d" write, a: D = "a", b: D = "b" } "eq {d},{a},{b}" Eq;
        "dddd 0010 000k kkkk kkkk aaaa 1000 1011" EqRc { d: D = "d" write, a: D = "a", b: K = "k" } "eq {d},{a},{b}" Eq;
        "dddd 0101 0000 ---- bbbb aaaa 0000 1011" EqBRr { d: D = "d" write, a: D = "a", b: D = "b" } "eq.b {d},{a},{b}" EqB;
        "dddd 0111 0000 ---- bbbb aaaa 0000 1011" EqHRr { d: D = "d" write, a: D = "a", b: D = "b" } "eq.h {d},{a},{b}" EqH;
        "dddd 1001 0000 ---- bbbb aaaa 0000 1011" EqWRr { d: D = "d" write, a: D = "a", b: D = "b" } "eq.w {d},{a},{b}" EqW;
        "dddd 0101 0110 ---- bbbb aaaa 0000 1011" EqanyBRr { d: D = "d" write, a: D = "a", b: D = "b" } "eqany.b {d},{a},{b}" EqanyB;
        "dddd 1010 110k kkkk kkkk aaaa 1000 1011" EqanyBRc { d: D = "d" write, a: D = "a", b: K = "k" } "eqany.b {d},{a},{b}" EqanyB;
        "dddd 0111 0110 ---- bbbb aaaa 0000 1011" EqanyHRr { d: D = "d" write, a: D = "a", b: D = "b" } "eqany.h {d},{a},{b}" EqanyH;
        "dddd 1110 110k kkkk kkkk aaaa 1000 1011" EqanyHRc { d: D = "d" write, a: D = "a", b: K = "k" } "eqany.h {d},{a},{b}" EqanyH;
        "dddd 0001 0100 ---- bbbb aaaa 0000 1011" GeRr { d: D = "d" write, a: D = "a", b: D = "b" } "ge {d},{a},{b}" Ge;
        "dddd 0010 100k kkkk kkkk aaaa 1000 1011" GeRc { d: D = "d" write, a: D = "a", b: K = "k" } "ge {d},{a},{b}" Ge;
        "dddd 0001 0101 ---- bbbb aaaa 0000 1011" GeURr { d: D = "d" write, a: D = "a", b: D = "b" } "ge.u {d},{a},{b}" GeU;
        "dddd 0010 101k kkkk kkkk aaaa 1000 1011" GeURc { d: D = "d" write, a: D = "a", b: Ku = "k" } "ge.u {d},{a},{b}" GeU;
        "bbbb aaaa 0111 1010" LtSrr { d: D15 = "" write, a: D = "a", b: D = "b" } "lt {d},{a},{b}" Lt;
        "kkkk aaaa 1111 1010" LtSrc { d: D15 = "" write, a: D = "a", b: K = "k" } "lt {d},{a},{b}" Lt;
        "dddd 0001 0010 ---- bbbb aaaa 0000 1011" LtRr { d: D = "d" write, a: D = "a", b: D = "b" } "lt {d},{a},{b}" Lt;
        "dddd 0010 010k kkkk kkkk aaaa 1000 1011" LtRc { d: D = "d" write, a: D = "a", b: K = "k" } "lt {d},{a},{b}" Lt;
        "dddd 0101 0010 ---- bbbb aaaa 0000 1011" LtBRr { d: D = "d" write, a: D = "a", b: D = "b" } "lt.b {d},{a},{b}" LtB;
        "dddd 0101 0011 ---- bbbb aaaa 0000 1011" LtBuRr { d: D = "d" write, a: D = "a", b: D = "b" } "lt.bu {d},{a},{b}" LtBu;
        "dddd 0111 0010 ---- bbbb aaaa 0000 1011" LtHRr { d: D = "d" write, a: D = "a", b: D = "b" } "lt.h {d},{a},{b}" LtH;
        "dddd 0111 0011 ---- bbbb aaaa 0000 1011" LtHuRr { d: D = "d" write, a: D = "a", b: D = "b" } "lt.hu {d},{a},{b}" LtHu;
        "dddd 0001 0011 ---- bbbb aaaa 0000 1011" LtURr { d: D = "d" write, a: D = "a", b: D = "b" } "lt.u {d},{a},{b}" LtU;
        "dddd 0010 011k kkkk kkkk aaaa 1000 1011" LtURc { d: D = "d" write, a: D = "a", b: Ku = "k" } "lt.u {d},{a},{b}" LtU;
        "dddd 1001 0010 ---- bbbb aaaa 0000 1011" LtWRr { d: D = "d" write, a: D = "a", b: D = "b" } "lt.w {d},{a},{b}" LtW;
        "dddd 1001 0011 ---- bbbb aaaa 0000 1011" LtWuRr { d: D = "d" write, a: D = "a", b: D = "b" } "lt.wu {d},{a},{b}" LtWu;
        "dddd 0001 0001 ---- bbbb aaaa 0000 1011" NeRr { d: D = "d" write, a: D = "a", b: D = "b" } "ne {d},{a},{b}" Ne;
        "dddd 0010 001k kkkk kkkk aaaa 1000 1011" NeRc { d: D = "d" write, a: D = "a", b: K = "k" } "ne {d},{a},{b}" Ne;

        // Comparison, accumulated in bit 0 of the destination or shifted into it.
        "dddd 0010 0000 ---- bbbb aaaa 0000 1011" AndEqRr { d: D = "d" read_write, a: D = "a", b: D = "b" } "and.eq {d},{a},{b}" AndEq;
        "dddd 0100 000k kkkk kkkk aaaa 1000 1011" AndEqRc { d: D = "d" read_write, a: D = "a", b: K = "k" } "and.eq {d},{a},{b}" AndEq;
        "dddd 0010 0100 ---- bbbb aaaa 0000 1011" AndGeRr { d: D = "d" read_write, a: D = "a", b: D = "b" } "and.ge {d},{a},{b}" AndGe;
        "dddd 0100 100k kkkk kkkk aaaa 1000 1011" AndGeRc { d: D = "d" read_write, a: D = "a", b: K = "k" } "and.ge {d},{a},{b}" AndGe;
        "dddd 0010 0101 ---- bbbb aaaa 0000 1011" AndGeURr { d: D = "d" read_write, a: D = "a", b: D = "b" } "and.ge.u {d},{a},{b}" AndGeU;
        "dddd 0100 101k kkkk kkkk aaaa 1000 1011" AndGeURc { d: D = "d" read_write, a: D = "a", b: Ku = "k" } "and.ge.u {d},{a},{b}" AndGeU;
        "dddd 0010 0010 ---- bbbb aaaa 0000 1011" AndLtRr { d: D = "d" read_write, a: D = "a", b: D = "b" } "and.lt {d},{a},{b}" AndLt;
        "dddd 0100 010k kkkk kkkk aaaa 1000 1011" AndLtRc { d: D = "d" read_write, a: D = "a", b: K = "k" } "and.lt {d},{a},{b}" AndLt;
        "dddd 0010 0011 ---- bbbb aaaa 0000 1011" AndLtURr { d: D = "d" read_write, a: D = "a", b: D = "b" } "and.lt.u {d},{a},{b}" AndLtU;
        "dddd 0100 011k kkkk kkkk aaaa 1000 1011" AndLtURc { d: D = "d" read_write, a: D = "a", b: Ku = "k" } "and.lt.u {d},{a},{b}" AndLtU;
        "dddd 0010 0001 ---- bbbb aaaa 0000 1011" AndNeRr { d: D = "d" read_write, a: D = "a", b: D = "b" } "and.ne {d},{a},{b}" AndNe;
        "dddd 0100 001k kkkk kkkk aaaa 1000 1011" AndNeRc { d: D = "d" read_write, a: D = "a", b: K = "k" } "and.ne {d},{a},{b}" AndNe;
        "dddd 0010 0111 ---- bbbb aaaa 0000 1011" OrEqRr { d: D = "d" read_write, a: D = "a", b: D = "b" } "or.eq {d},{a},{b}" OrEq;
        "dddd 0100 111k kkkk kkkk aaaa 1000 1011" OrEqRc { d: D = "d" read_write, a: D = "a", b: K = "k" } "or.eq {d},{a},{b}" OrEq;
        "dddd 0010 1011 ---- bbbb aaaa 0000 1011" OrGeRr { d: D = "d" read_write, a: D = "a", b: D = "b" } "or.ge {d},{a},{b}" OrGe;
        "dddd 0101 011k kkkk kkkk aaaa 1000 1011" OrGeRc { d: D = "d" read_write, a: D = "a", b: K = "k" } "or.ge {d},{a},{b}" OrGe;
        "dddd 0010 1100 ---- bbbb aaaa 0000 1011" OrGeURr { d: D = "d" read_write, a: D = "a", b: D = "b" } "or.ge.u {d},{a},{b}" OrGeU;
        "dddd 0101 100k kkkk kkkk aaaa 1000 1011" OrGeURc { d: D = "d" read_write, a: D = "a", b: Ku = "k" } "or.ge.u {d},{a},{b}" OrGeU;
        "dddd 0010 1001 ---- bbbb aaaa 0000 1011" OrLtRr { d: D = "d" read_write, a: D = "a", b: D = "b" } "or.lt {d},{a},{b}" OrLt;
        "dddd 0101 001k kkkk kkkk aaaa 1000 1011" OrLtRc { d: D = "d" read_write, a: D = "a", b: K = "k" } "or.lt {d},{a},{b}" OrLt;
        "dddd 0010 1010 ---- bbbb aaaa 0000 1011" OrLtURr { d: D = "d" read_write, a: D = "a", b: D = "b" } "or.lt.u {d},{a},{b}" OrLtU;
        "dddd 0101 010k kkkk kkkk aaaa 1000 1011" OrLtURc { d: D = "d" read_write, a: D = "a", b: Ku = "k" } "or.lt.u {d},{a},{b}" OrLtU;
        "dddd 0010 1000 ---- bbbb aaaa 0000 1011" OrNeRr { d: D = "d" read_write, a: D = "a", b: D = "b" } "or.ne {d},{a},{b}" OrNe;
        "dddd 0101 000k kkkk kkkk aaaa 1000 1011" OrNeRc { d: D = "d" read_write, a: D = "a", b: K = "k" } "or.ne {d},{a},{b}" OrNe;
        "dddd 0011 0111 ---- bbbb aaaa 0000 1011" ShEqRr { d: D = "d" read_write, a: D = "a", b: D = "b" } "sh.eq {d},{a},{b}" ShEq;
        "dddd 0110 111k kkkk kkkk aaaa 1000 1011" ShEqRc { d: D = "d" read_write, a: D = "a", b: K = "k" } "sh.eq {d},{a},{b}" ShEq;
        "dddd 0011 1011 ---- bbbb aaaa 0000 1011" ShGeRr { d: D = "d" read_write, a: D = "a", b: D = "b" } "sh.ge {d},{a},{b}" ShGe;
        "dddd 0111 011k kkkk kkkk aaaa 1000 1011" ShGeRc { d: D = "d" read_write, a: D = "a", b: K = "k" } "sh.ge {d},{a},{b}" ShGe;
        "dddd 0011 1100 ---- bbbb aaaa 0000 1011" ShGeURr { d: D = "d" read_write, a: D = "a", b: D = "b" } "sh.ge.u {d},{a},{b}" ShGeU;
        "dddd 0111 100k kkkk kkkk aaaa 1000 1011" ShGeURc { d: D = "d" read_write, a: D = "a", b: Ku = "k" } "sh.ge.u {d},{a},{b}" ShGeU;
        "dddd 0011 1001 ---- bbbb aaaa 0000 1011" ShLtRr { d: D = "d" read_write, a: D = "a", b: D = "b" } "sh.lt {d},{a},{b}" ShLt;
        "dddd 0111 001k kkkk kkkk aaaa 1000 1011" ShLtRc { d: D = "d" read_write, a: D = "a", b: K = "k" } "sh.lt {d},{a},{b}" ShLt;
        "dddd 0011 1010 ---- bbbb aaaa 0000 1011" ShLtURr { d: D = "d" read_write, a: D = "a", b: D = "b" } "sh.lt.u {d},{a},{b}" ShLtU;
        "dddd 0111 010k kkkk kkkk aaaa 1000 1011" ShLtURc { d: D = "d" read_write, a: D = "a", b: Ku = "k" } "sh.lt.u {d},{a},{b}" ShLtU;
        "dddd 0011 1000 ---- bbbb aaaa 0000 1011" ShNeRr { d: D = "d" read_write, a: D = "a", b: D = "b" } "sh.ne {d},{a},{b}" ShNe;
        "dddd 0111 000k kkkk kkkk aaaa 1000 1011" ShNeRc { d: D = "d" read_write, a: D = "a", b: K = "k" } "sh.ne {d},{a},{b}" ShNe;
        "dddd 0010 1111 ---- bbbb aaaa 0000 1011" XorEqRr { d: D = "d" read_write, a: D = "a", b: D = "b" } "xor.eq {d},{a},{b}" XorEq;
        "dddd 0101 111k kkkk kkkk aaaa 1000 1011" XorEqRc { d: D = "d" read_write, a: D = "a", b: K = "k" } "xor.eq {d},{a},{b}" XorEq;
        "dddd 0011 0011 ---- bbbb aaaa 0000 1011" XorGeRr { d: D = "d" read_write, a: D = "a", b: D = "b" } "xor.ge {d},{a},{b}" XorGe;
        "dddd 0110 011k kkkk kkkk aaaa 1000 1011" XorGeRc { d: D = "d" read_write, a: D = "a", b: K = "k" } "xor.ge {d},{a},{b}" XorGe;
        "dddd 0011 0100 ---- bbbb aaaa 0000 1011" XorGeURr { d: D = "d" read_write, a: D = "a", b: D = "b" } "xor.ge.u {d},{a},{b}" XorGeU;
        "dddd 0110 100k kkkk kkkk aaaa 1000 1011" XorGeURc { d: D = "d" read_write, a: D = "a", b: Ku = "k" } "xor.ge.u {d},{a},{b}" XorGeU;
        "dddd 0011 0001 ---- bbbb aaaa 0000 1011" XorLtRr { d: D = "d" read_write, a: D = "a", b: D = "b" } "xor.lt {d},{a},{b}" XorLt;
        "dddd 0110 001k kkkk kkkk aaaa 1000 1011" XorLtRc { d: D = "d" read_write, a: D = "a", b: K = "k" } "xor.lt {d},{a},{b}" XorLt;
        "dddd 0011 0010 ---- bbbb aaaa 0000 1011" XorLtURr { d: D = "d" read_write, a: D = "a", b: D = "b" } "xor.lt.u {d},{a},{b}" XorLtU;
        "dddd 0110 010k kkkk kkkk aaaa 1000 1011" XorLtURc { d: D = "d" read_write, a: D = "a", b: Ku = "k" } "xor.lt.u {d},{a},{b}" XorLtU;
        "dddd 0011 0000 ---- bbbb aaaa 0000 1011" XorNeRr { d: D = "d" read_write, a: D = "a", b: D = "b" } "xor.ne {d},{a},{b}" XorNe;
        "dddd 0110 000k kkkk kkkk aaaa 1000 1011" XorNeRc { d: D = "d" read_write, a: D = "a", b: K = "k" } "xor.ne {d},{a},{b}" XorNe;
    }
}
