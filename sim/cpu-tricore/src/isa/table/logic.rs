//! Logic of words and of single bits.

super::family! { $ logic
    opcodes {
        /// AND: `D[d] = D[a] & D[b]`.
        And Alu;
        /// ANDN: `D[d] = D[a] & ~D[b]`.
        Andn Alu;
        /// NAND: `D[d] = ~(D[a] & D[b])`.
        Nand Alu;
        /// NOR: `D[d] = ~(D[a] | D[b])`.
        Nor Alu;
        /// NOT: `D[d] = ~D[a]`.
        Not Alu;
        /// OR: `D[d] = D[a] | D[b]`.
        Or Alu;
        /// ORN: `D[d] = D[a] | ~D[b]`.
        Orn Alu;
        /// XNOR: `D[d] = ~(D[a] ^ D[b])`.
        Xnor Alu;
        /// XOR: `D[d] = D[a] ^ D[b]`.
        Xor Alu { flow: Cancels };
        /// AND.T: `D[d] = D[a][p] & D[b][q]`.
        AndT Alu;
        /// ANDN.T: `D[d] = D[a][p] & !D[b][q]`.
        AndnT Alu;
        /// INS.T: `D[d] = D[a] with bit p replaced by D[b][q]`.
        InsT Alu;
        /// INSN.T: `D[d] = D[a] with bit p replaced by ~D[b][q]`.
        InsnT Alu;
        /// NAND.T: `D[d] = !(D[a][p] & D[b][q])`.
        NandT Alu;
        /// NOR.T: `D[d] = !(D[a][p] | D[b][q])`.
        NorT Alu;
        /// OR.T: `D[d] = D[a][p] | D[b][q]`.
        OrT Alu;
        /// ORN.T: `D[d] = D[a][p] | !D[b][q]`.
        OrnT Alu;
        /// XNOR.T: `D[d] = !(D[a][p] ^ D[b][q])`.
        XnorT Alu;
        /// XOR.T: `D[d] = D[a][p] ^ D[b][q]`.
        XorT Alu;
        /// AND.AND.T: `D[d][0] = D[d][0] & (D[a][p] & D[b][q])`.
        AndAndT Alu;
        /// AND.ANDN.T: `D[d][0] = D[d][0] & (D[a][p] & !D[b][q])`.
        AndAndnT Alu;
        /// AND.NOR.T: `D[d][0] = D[d][0] & !(D[a][p] | D[b][q])`.
        AndNorT Alu;
        /// AND.OR.T: `D[d][0] = D[d][0] & (D[a][p] | D[b][q])`.
        AndOrT Alu;
        /// OR.AND.T: `D[d][0] = D[d][0] | (D[a][p] & D[b][q])`.
        OrAndT Alu;
        /// OR.ANDN.T: `D[d][0] = D[d][0] | (D[a][p] & !D[b][q])`.
        OrAndnT Alu;
        /// OR.NOR.T: `D[d][0] = D[d][0] | !(D[a][p] | D[b][q])`.
        OrNorT Alu;
        /// OR.OR.T: `D[d][0] = D[d][0] | (D[a][p] | D[b][q])`.
        OrOrT Alu;
        /// SH.AND.T: `D[d] = (D[d] << 1) | (D[a][p] & D[b][q])`.
        ShAndT Alu;
        /// SH.ANDN.T: `D[d] = (D[d] << 1) | (D[a][p] & !D[b][q])`.
        ShAndnT Alu;
        /// SH.NAND.T: `D[d] = (D[d] << 1) | !(D[a][p] & D[b][q])`.
        ShNandT Alu;
        /// SH.NOR.T: `D[d] = (D[d] << 1) | !(D[a][p] | D[b][q])`.
        ShNorT Alu;
        /// SH.OR.T: `D[d] = (D[d] << 1) | (D[a][p] | D[b][q])`.
        ShOrT Alu;
        /// SH.ORN.T: `D[d] = (D[d] << 1) | (D[a][p] | !D[b][q])`.
        ShOrnT Alu;
        /// SH.XNOR.T: `D[d] = (D[d] << 1) | !(D[a][p] ^ D[b][q])`.
        ShXnorT Alu;
        /// SH.XOR.T: `D[d] = (D[d] << 1) | (D[a][p] ^ D[b][q])`.
        ShXorT Alu;
    }
    rows {
        // Logic.
        "kkkk kkkk 0001 0110" AndSc { d: D15 = "" write, a: D15 = "", b: Ku = "k" } "and {d},{b}" And;
        "bbbb aaaa 0010 0110" AndSrr { d: D = "a" write, a: D = "a", b: D = "b" } "and {d},{b}" And;
        "dddd 0000 1000 ---- bbbb aaaa 0000 1111" AndRr { d: D = "d" write, a: D = "a", b: D = "b" } "and {d},{a},{b}" And;
        "dddd 0001 000k kkkk kkkk aaaa 1000 1111" AndRc { d: D = "d" write, a: D = "a", b: Ku = "k" } "and {d},{a},{b}" And;
        "dddd 0000 1110 ---- bbbb aaaa 0000 1111" AndnRr { d: D = "d" write, a: D = "a", b: D = "b" } "andn {d},{a},{b}" Andn;
        "dddd 0001 110k kkkk kkkk aaaa 1000 1111" AndnRc { d: D = "d" write, a: D = "a", b: Ku = "k" } "andn {d},{a},{b}" Andn;
        "dddd 0000 1001 ---- bbbb aaaa 0000 1111" NandRr { d: D = "d" write, a: D = "a", b: D = "b" } "nand {d},{a},{b}" Nand;
        "dddd 0001 001k kkkk kkkk aaaa 1000 1111" NandRc { d: D = "d" write, a: D = "a", b: Ku = "k" } "nand {d},{a},{b}" Nand;
        "dddd 0000 1011 ---- bbbb aaaa 0000 1111" NorRr { d: D = "d" write, a: D = "a", b: D = "b" } "nor {d},{a},{b}" Nor;
        "dddd 0001 011k kkkk kkkk aaaa 1000 1111" NorRc { d: D = "d" write, a: D = "a", b: Ku = "k" } "nor {d},{a},{b}" Nor;
        "0000 aaaa 0100 0110" NotSr { d: D = "a" write, a: D = "a" } "not {d}" Not;
        "kkkk kkkk 1001 0110" OrSc { d: D15 = "" write, a: D15 = "", b: Ku = "k" } "or {d},{b}" Or;
        "bbbb aaaa 1010 0110" OrSrr { d: D = "a" write, a: D = "a", b: D = "b" } "or {d},{b}" Or;
        "dddd 0000 1010 ---- bbbb aaaa 0000 1111" OrRr { d: D = "d" write, a: D = "a", b: D = "b" } "or {d},{a},{b}" Or;
        "dddd 0001 010k kkkk kkkk aaaa 1000 1111" OrRc { d: D = "d" write, a: D = "a", b: Ku = "k" } "or {d},{a},{b}" Or;
        "dddd 0000 1111 ---- bbbb aaaa 0000 1111" OrnRr { d: D = "d" write, a: D = "a", b: D = "b" } "orn {d},{a},{b}" Orn;
        "dddd 0001 111k kkkk kkkk aaaa 1000 1111" OrnRc { d: D = "d" write, a: D = "a", b: Ku = "k" } "orn {d},{a},{b}" Orn;
        "dddd 0000 1101 ---- bbbb aaaa 0000 1111" XnorRr { d: D = "d" write, a: D = "a", b: D = "b" } "xnor {d},{a},{b}" Xnor;
        "dddd 0001 101k kkkk kkkk aaaa 1000 1111" XnorRc { d: D = "d" write, a: D = "a", b: Ku = "k" } "xnor {d},{a},{b}" Xnor;
        "bbbb aaaa 1100 0110" XorSrr { d: D = "a" write, a: D = "a", b: D = "b" } "xor {d},{b}" Xor;
        "dddd 0000 1100 ---- bbbb aaaa 0000 1111" XorRr { d: D = "d" write, a: D = "a", b: D = "b" } "xor {d},{a},{b}" Xor;
        "dddd 0001 100k kkkk kkkk aaaa 1000 1111" XorRc { d: D = "d" write, a: D = "a", b: Ku = "k" } "xor {d},{a},{b}" Xor;

        // Logic of two bits.
        "dddd qqqq q00p pppp bbbb aaaa 1000 0111" AndTBit { d: D = "d" write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "and.t {d},{a},{p},{b},{q}" AndT;
        "dddd qqqq q11p pppp bbbb aaaa 1000 0111" AndnTBit { d: D = "d" write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "andn.t {d},{a},{p},{b},{q}" AndnT;
        "dddd qqqq q00p pppp bbbb aaaa 0110 0111" InsTBit { d: D = "d" write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "ins.t {d},{a},{p},{b},{q}" InsT;
        "dddd qqqq q01p pppp bbbb aaaa 0110 0111" InsnTBit { d: D = "d" write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "insn.t {d},{a},{p},{b},{q}" InsnT;
        "dddd qqqq q00p pppp bbbb aaaa 0000 0111" NandTBit { d: D = "d" write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "nand.t {d},{a},{p},{b},{q}" NandT;
        "dddd qqqq q10p pppp bbbb aaaa 1000 0111" NorTBit { d: D = "d" write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "nor.t {d},{a},{p},{b},{q}" NorT;
        "dddd qqqq q01p pppp bbbb aaaa 1000 0111" OrTBit { d: D = "d" write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "or.t {d},{a},{p},{b},{q}" OrT;
        "dddd qqqq q01p pppp bbbb aaaa 0000 0111" OrnTBit { d: D = "d" write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "orn.t {d},{a},{p},{b},{q}" OrnT;
        "dddd qqqq q10p pppp bbbb aaaa 0000 0111" XnorTBit { d: D = "d" write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "xnor.t {d},{a},{p},{b},{q}" XnorT;
        "dddd qqqq q11p pppp bbbb aaaa 0000 0111" XorTBit { d: D = "d" write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "xor.t {d},{a},{p},{b},{q}" XorT;

        // Logic of two bits, accumulated in bit 0 of the destination or shifted into it.
        "dddd qqqq q00p pppp bbbb aaaa 0100 0111" AndAndTBit { d: D = "d" read_write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "and.and.t {d},{a},{p},{b},{q}" AndAndT;
        "dddd qqqq q11p pppp bbbb aaaa 0100 0111" AndAndnTBit { d: D = "d" read_write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "and.andn.t {d},{a},{p},{b},{q}" AndAndnT;
        "dddd qqqq q10p pppp bbbb aaaa 0100 0111" AndNorTBit { d: D = "d" read_write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "and.nor.t {d},{a},{p},{b},{q}" AndNorT;
        "dddd qqqq q01p pppp bbbb aaaa 0100 0111" AndOrTBit { d: D = "d" read_write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "and.or.t {d},{a},{p},{b},{q}" AndOrT;
        "dddd qqqq q00p pppp bbbb aaaa 1100 0111" OrAndTBit { d: D = "d" read_write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "or.and.t {d},{a},{p},{b},{q}" OrAndT;
        "dddd qqqq q11p pppp bbbb aaaa 1100 0111" OrAndnTBit { d: D = "d" read_write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "or.andn.t {d},{a},{p},{b},{q}" OrAndnT;
        "dddd qqqq q10p pppp bbbb aaaa 1100 0111" OrNorTBit { d: D = "d" read_write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "or.nor.t {d},{a},{p},{b},{q}" OrNorT;
        "dddd qqqq q01p pppp bbbb aaaa 1100 0111" OrOrTBit { d: D = "d" read_write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "or.or.t {d},{a},{p},{b},{q}" OrOrT;
        "dddd qqqq q00p pppp bbbb aaaa 0010 0111" ShAndTBit { d: D = "d" read_write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "sh.and.t {d},{a},{p},{b},{q}" ShAndT;
        "dddd qqqq q11p pppp bbbb aaaa 0010 0111" ShAndnTBit { d: D = "d" read_write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "sh.andn.t {d},{a},{p},{b},{q}" ShAndnT;
        "dddd qqqq q00p pppp bbbb aaaa 1010 0111" ShNandTBit { d: D = "d" read_write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "sh.nand.t {d},{a},{p},{b},{q}" ShNandT;
        "dddd qqqq q10p pppp bbbb aaaa 0010 0111" ShNorTBit { d: D = "d" read_write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "sh.nor.t {d},{a},{p},{b},{q}" ShNorT;
        "dddd qqqq q01p pppp bbbb aaaa 0010 0111" ShOrTBit { d: D = "d" read_write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "sh.or.t {d},{a},{p},{b},{q}" ShOrT;
        "dddd qqqq q01p pppp bbbb aaaa 1010 0111" ShOrnTBit { d: D = "d" read_write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "sh.orn.t {d},{a},{p},{b},{q}" ShOrnT;
        "dddd qqqq q10p pppp bbbb aaaa 1010 0111" ShXnorTBit { d: D = "d" read_write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "sh.xnor.t {d},{a},{p},{b},{q}" ShXnorT;
        "dddd qqqq q11p pppp bbbb aaaa 1010 0111" ShXorTBit { d: D = "d" read_write, a: D = "a", p: U = "p", b: D = "b", q: U = "q" } "sh.xor.t {d},{a},{p},{b},{q}" ShXorT;
    }
}
