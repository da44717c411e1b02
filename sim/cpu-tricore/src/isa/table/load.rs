//! Loads.

super::family! { $ load
    opcodes {
        /// LD.A: `A[d] = M32[EA]`.
        LdA LoadA { bytes: 4, align: 4 };
        /// LD.B: `D[d] = sx(M8[EA])`.
        LdB LoadD { bytes: 1 };
        /// LD.BU: `D[d] = zx(M8[EA])`.
        LdBu LoadD { bytes: 1 };
        /// LD.D: `E[d] = M64[EA]`.
        LdD LoadD { bytes: 8 };
        /// LD.DA: `P[d] = M64[EA]`.
        LdDa LoadA { bytes: 8, align: 4 };
        /// LD.H: `D[d] = sx(M16[EA])`.
        LdH LoadD { bytes: 2 };
        /// LD.HU: `D[d] = zx(M16[EA])`.
        LdHu LoadD { bytes: 2 };
        /// LD.Q: `D[d] = M16[EA] << 16`.
        LdQ LoadD { bytes: 2 };
        /// LD.W: `D[d] = M32[EA]`.
        LdW LoadD { bytes: 4 };
    }
    rows {
        // Loads.
        "bbbb dddd 1100 0100" LdASlrPost { d: A = "d" write, b: A = "b", o: Inc4 = "", m: Post = "" } "ld.a {d},[{b}+]" LdA;
        "oooo dddd 1100 1000" LdASlro { d: A = "d" write, b: A15 = "", o: Off4x4 = "o", m: Base = "" } "ld.a {d},[{b}]{o}" LdA;
        "bbbb oooo 1100 1100" LdASro { d: A15 = "" write, b: A = "b", o: Off4x4 = "o", m: Base = "" } "ld.a {d},[{b}]{o}" LdA;
        "bbbb dddd 1101 0100" LdASlrBase { d: A = "d" write, b: A = "b", m: Base = "" } "ld.a {d},[{b}]" LdA;
        "kkkk kkkk 1101 1000" LdASc { d: A15 = "" write, b: A10 = "", o: Off8x4 = "k", m: Base = "" } "ld.a {d},[{b}]{o}" LdA;
        "eeee 0001 10ff ffff bbbb aaaa 0000 1001" LdABoPost { d: A = "a" write, b: A = "b", o: Off = "ef", m: Post = "" } "ld.a {d},[{b}+]{o}" LdA;
        "eeee 0101 10ff ffff bbbb aaaa 0000 1001" LdABoPre { d: A = "a" write, b: A = "b", o: Off = "ef", m: Pre = "" } "ld.a {d},[+{b}]{o}" LdA;
        "eeee 1001 10ff ffff bbbb aaaa 0000 1001" LdABoBase { d: A = "a" write, b: A = "b", o: Off = "ef", m: Base = "" } "ld.a {d},[{b}]{o}" LdA;
        "---- 0001 10-- ---- bbbb aaaa 0010 1001" LdABoRev { d: A = "a" write, b: P = "b", m: Rev = "" } "ld.a {d},[{b}+r]" LdA;
        "eeee 0101 10ff ffff bbbb aaaa 0010 1001" LdABoCirc { d: A = "a" write, b: P = "b", o: Off = "ef", m: Circ = "" } "ld.a {d},[{b}+c]{o}" LdA;
        "gggg 10ff ffhh hhhh eeee aaaa 1000 0101" LdAAbs { d: A = "a" write, o: Abs18 = "efgh", m: Abs = "" } "ld.a {d},{o}" LdA;
        "ffff eeee eegg gggg bbbb aaaa 1001 1001" LdABol { d: A = "a" write, b: A = "b", o: Off = "efg", m: Base = "" } "ld.a {d},[{b}]{o}" LdA;
        "gggg 00ff ffhh hhhh eeee aaaa 0000 0101" LdBAbs { d: D = "a" write, o: Abs18 = "efgh", m: Abs = "" } "ld.b {d},{o}" LdB;
        "eeee 0000 00ff ffff bbbb aaaa 0000 1001" LdBBoPost { d: D = "a" write, b: A = "b", o: Off = "ef", m: Post = "" } "ld.b {d},[{b}+]{o}" LdB;
        "eeee 0100 00ff ffff bbbb aaaa 0000 1001" LdBBoPre { d: D = "a" write, b: A = "b", o: Off = "ef", m: Pre = "" } "ld.b {d},[+{b}]{o}" LdB;
        "eeee 1000 00ff ffff bbbb aaaa 0000 1001" LdBBoBase { d: D = "a" write, b: A = "b", o: Off = "ef", m: Base = "" } "ld.b {d},[{b}]{o}" LdB;
        "---- 0000 00-- ---- bbbb aaaa 0010 1001" LdBBoRev { d: D = "a" write, b: P = "b", m: Rev = "" } "ld.b {d},[{b}+r]" LdB;
        "eeee 0100 00ff ffff bbbb aaaa 0010 1001" LdBBoCirc { d: D = "a" write, b: P = "b", o: Off = "ef", m: Circ = "" } "ld.b {d},[{b}+c]{o}" LdB;
        "ffff eeee eegg gggg bbbb aaaa 0111 1001" LdBBol { d: D = "a" write, b: A = "b", o: Off = "efg", m: Base = "" } "ld.b {d},[{b}]{o}" LdB;
        "bbbb dddd 0000 0100" LdBuSlrPost { d: D = "d" write, b: A = "b", o: Inc1 = "", m: Post = "" } "ld.bu {d},[{b}+]" LdBu;
        "oooo dddd 0000 1000" LdBuSlro { d: D = "d" write, b: A15 = "", o: Off4 = "o", m: Base = "" } "ld.bu {d},[{b}]{o}" LdBu;
        "bbbb oooo 0000 1100" LdBuSro { d: D15 = "" write, b: A = "b", o: Off4 = "o", m: Base = "" } "ld.bu {d},[{b}]{o}" LdBu;
        "bbbb dddd 0001 0100" LdBuSlrBase { d: D = "d" write, b: A = "b", m: Base = "" } "ld.bu {d},[{b}]" LdBu;
        "gggg 01ff ffhh hhhh eeee aaaa 0000 0101" LdBuAbs { d: D = "a" write, o: Abs18 = "efgh", m: Abs = "" } "ld.bu {d},{o}" LdBu;
        "eeee 0000 01ff ffff bbbb aaaa 0000 1001" LdBuBoPost { d: D = "a" write, b: A = "b", o: Off = "ef", m: Post = "" } "ld.bu {d},[{b}+]{o}" LdBu;
        "eeee 0100 01ff ffff bbbb aaaa 0000 1001" LdBuBoPre { d: D = "a" write, b: A = "b", o: Off = "ef", m: Pre = "" } "ld.bu {d},[+{b}]{o}" LdBu;
        "eeee 1000 01ff ffff bbbb aaaa 0000 1001" LdBuBoBase { d: D = "a" write, b: A = "b", o: Off = "ef", m: Base = "" } "ld.bu {d},[{b}]{o}" LdBu;
        "---- 0000 01-- ---- bbbb aaaa 0010 1001" LdBuBoRev { d: D = "a" write, b: P = "b", m: Rev = "" } "ld.bu {d},[{b}+r]" LdBu;
        "eeee 0100 01ff ffff bbbb aaaa 0010 1001" LdBuBoCirc { d: D = "a" write, b: P = "b", o: Off = "ef", m: Circ = "" } "ld.bu {d},[{b}+c]{o}" LdBu;
        "ffff eeee eegg gggg bbbb aaaa 0011 1001" LdBuBol { d: D = "a" write, b: A = "b", o: Off = "efg", m: Base = "" } "ld.bu {d},[{b}]{o}" LdBu;
        "eeee 0001 01ff ffff bbbb aaaa 0000 1001" LdDBoPost { d: E = "a" write, b: A = "b", o: Off = "ef", m: Post = "" } "ld.d {d},[{b}+]{o}" LdD;
        "eeee 0101 01ff ffff bbbb aaaa 0000 1001" LdDBoPre { d: E = "a" write, b: A = "b", o: Off = "ef", m: Pre = "" } "ld.d {d},[+{b}]{o}" LdD;
        "eeee 1001 01ff ffff bbbb aaaa 0000 1001" LdDBoBase { d: E = "a" write, b: A = "b", o: Off = "ef", m: Base = "" } "ld.d {d},[{b}]{o}" LdD;
        "---- 0001 01-- ---- bbbb aaaa 0010 1001" LdDBoRev { d: E = "a" write, b: P = "b", m: Rev = "" } "ld.d {d},[{b}+r]" LdD;
        "eeee 0101 01ff ffff bbbb aaaa 0010 1001" LdDBoCirc { d: E = "a" write, b: P = "b", o: Off = "ef", m: Circ = "" } "ld.d {d},[{b}+c]{o}" LdD;
        "gggg 01ff ffhh hhhh eeee aaaa 1000 0101" LdDAbs { d: E = "a" write, o: Abs18 = "efgh", m: Abs = "" } "ld.d {d},{o}" LdD;
        "eeee 0001 11ff ffff bbbb aaaa 0000 1001" LdDaBoPost { d: P = "a" write, b: A = "b", o: Off = "ef", m: Post = "" } "ld.da {d},[{b}+]{o}" LdDa;
        "eeee 0101 11ff ffff bbbb aaaa 0000 1001" LdDaBoPre { d: P = "a" write, b: A = "b", o: Off = "ef", m: Pre = "" } "ld.da {d},[+{b}]{o}" LdDa;
        "eeee 1001 11ff ffff bbbb aaaa 0000 1001" LdDaBoBase { d: P = "a" write, b: A = "b", o: Off = "ef", m: Base = "" } "ld.da {d},[{b}]{o}" LdDa;
        "---- 0001 11-- ---- bbbb aaaa 0010 1001" LdDaBoRev { d: P = "a" write, b: P = "b", m: Rev = "" } "ld.da {d},[{b}+r]" LdDa;
        "eeee 0101 11ff ffff bbbb aaaa 0010 1001" LdDaBoCirc { d: P = "a" write, b: P = "b", o: Off = "ef", m: Circ = "" } "ld.da {d},[{b}+c]{o}" LdDa;
        "gggg 11ff ffhh hhhh eeee aaaa 1000 0101" LdDaAbs { d: P = "a" write, o: Abs18 = "efgh", m: Abs = "" } "ld.da {d},{o}" LdDa;
        "bbbb dddd 1000 0100" LdHSlrPost { d: D = "d" write, b: A = "b", o: Inc2 = "", m: Post = "" } "ld.h {d},[{b}+]" LdH;
        "oooo dddd 1000 1000" LdHSlro { d: D = "d" write, b: A15 = "", o: Off4x2 = "o", m: Base = "" } "ld.h {d},[{b}]{o}" LdH;
        "bbbb oooo 1000 1100" LdHSro { d: D15 = "" write, b: A = "b", o: Off4x2 = "o", m: Base = "" } "ld.h {d},[{b}]{o}" LdH;
        "bbbb dddd 1001 0100" LdHSlrBase { d: D = "d" write, b: A = "b", m: Base = "" } "ld.h {d},[{b}]" LdH;
        "gggg 10ff ffhh hhhh eeee aaaa 0000 0101" LdHAbs { d: D = "a" write, o: Abs18 = "efgh", m: Abs = "" } "ld.h {d},{o}" LdH;
        "eeee 0000 10ff ffff bbbb aaaa 0000 1001" LdHBoPost { d: D = "a" write, b: A = "b", o: Off = "ef", m: Post = "" } "ld.h {d},[{b}+]{o}" LdH;
        "eeee 0100 10ff ffff bbbb aaaa 0000 1001" LdHBoPre { d: D = "a" write, b: A = "b", o: Off = "ef", m: Pre = "" } "ld.h {d},[+{b}]{o}" LdH;
        "eeee 1000 10ff ffff bbbb aaaa 0000 1001" LdHBoBase { d: D = "a" write, b: A = "b", o: Off = "ef", m: Base = "" } "ld.h {d},[{b}]{o}" LdH;
        "---- 0000 10-- ---- bbbb aaaa 0010 1001" LdHBoRev { d: D = "a" write, b: P = "b", m: Rev = "" } "ld.h {d},[{b}+r]" LdH;
        "eeee 0100 10ff ffff bbbb aaaa 0010 1001" LdHBoCirc { d: D = "a" write, b: P = "b", o: Off = "ef", m: Circ = "" } "ld.h {d},[{b}+c]{o}" LdH;
        "ffff eeee eegg gggg bbbb aaaa 1100 1001" LdHBol { d: D = "a" write, b: A = "b", o: Off = "efg", m: Base = "" } "ld.h {d},[{b}]{o}" LdH;
        "gggg 11ff ffhh hhhh eeee aaaa 0000 0101" LdHuAbs { d: D = "a" write, o: Abs18 = "efgh", m: Abs = "" } "ld.hu {d},{o}" LdHu;
        "eeee 0000 11ff ffff bbbb aaaa 0000 1001" LdHuBoPost { d: D = "a" write, b: A = "b", o: Off = "ef", m: Post = "" } "ld.hu {d},[{b}+]{o}" LdHu;
        "eeee 0100 11ff ffff bbbb aaaa 0000 1001" LdHuBoPre { d: D = "a" write, b: A = "b", o: Off = "ef", m: Pre = "" } "ld.hu {d},[+{b}]{o}" LdHu;
        "eeee 1000 11ff ffff bbbb aaaa 0000 1001" LdHuBoBase { d: D = "a" write, b: A = "b", o: Off = "ef", m: Base = "" } "ld.hu {d},[{b}]{o}" LdHu;
        "---- 0000 11-- ---- bbbb aaaa 0010 1001" LdHuBoRev { d: D = "a" write, b: P = "b", m: Rev = "" } "ld.hu {d},[{b}+r]" LdHu;
        "eeee 0100 11ff ffff bbbb aaaa 0010 1001" LdHuBoCirc { d: D = "a" write, b: P = "b", o: Off = "ef", m: Circ = "" } "ld.hu {d},[{b}+c]{o}" LdHu;
        "ffff eeee eegg gggg bbbb aaaa 1011 1001" LdHuBol { d: D = "a" write, b: A = "b", o: Off = "efg", m: Base = "" } "ld.hu {d},[{b}]{o}" LdHu;
        "eeee 0010 00ff ffff bbbb aaaa 0000 1001" LdQBoPost { d: D = "a" write, b: A = "b", o: Off = "ef", m: Post = "" } "ld.q {d},[{b}+]{o}" LdQ;
        "eeee 0110 00ff ffff bbbb aaaa 0000 1001" LdQBoPre { d: D = "a" write, b: A = "b", o: Off = "ef", m: Pre = "" } "ld.q {d},[+{b}]{o}" LdQ;
        "eeee 1010 00ff ffff bbbb aaaa 0000 1001" LdQBoBase { d: D = "a" write, b: A = "b", o: Off = "ef", m: Base = "" } "ld.q {d},[{b}]{o}" LdQ;
        "---- 0010 00-- ---- bbbb aaaa 0010 1001" LdQBoRev { d: D = "a" write, b: P = "b", m: Rev = "" } "ld.q {d},[{b}+r]" LdQ;
        "eeee 0110 00ff ffff bbbb aaaa 0010 1001" LdQBoCirc { d: D = "a" write, b: P = "b", o: Off = "ef", m: Circ = "" } "ld.q {d},[{b}+c]{o}" LdQ;
        "gggg 00ff ffhh hhhh eeee aaaa 0100 0101" LdQAbs { d: D = "a" write, o: Abs18 = "efgh", m: Abs = "" } "ld.q {d},{o}" LdQ;
        "bbbb dddd 0100 0100" LdWSlrPost { d: D = "d" write, b: A = "b", o: Inc4 = "", m: Post = "" } "ld.w {d},[{b}+]" LdW;
        "oooo dddd 0100 1000" LdWSlro { d: D = "d" write, b: A15 = "", o: Off4x4 = "o", m: Base = "" } "ld.w {d},[{b}]{o}" LdW;
        "bbbb oooo 0100 1100" LdWSro { d: D15 = "" write, b: A = "b", o: Off4x4 = "o", m: Base = "" } "ld.w {d},[{b}]{o}" LdW;
        "bbbb dddd 0101 0100" LdWSlrBase { d: D = "d" write, b: A = "b", m: Base = "" } "ld.w {d},[{b}]" LdW;
        "kkkk kkkk 0101 1000" LdWSc { d: D15 = "" write, b: A10 = "", o: Off8x4 = "k", m: Base = "" } "ld.w {d},[{b}]{o}" LdW;
        "eeee 0001 00ff ffff bbbb aaaa 0000 1001" LdWBoPost { d: D = "a" write, b: A = "b", o: Off = "ef", m: Post = "" } "ld.w {d},[{b}+]{o}" LdW;
        "eeee 0101 00ff ffff bbbb aaaa 0000 1001" LdWBoPre { d: D = "a" write, b: A = "b", o: Off = "ef", m: Pre = "" } "ld.w {d},[+{b}]{o}" LdW;
        "eeee 1001 00ff ffff bbbb aaaa 0000 1001" LdWBoBase { d: D = "a" write, b: A = "b", o: Off = "ef", m: Base = "" } "ld.w {d},[{b}]{o}" LdW;
        "ffff eeee eegg gggg bbbb aaaa 0001 1001" LdWBol { d: D = "a" write, b: A = "b", o: Off = "efg", m: Base = "" } "ld.w {d},[{b}]{o}" LdW;
        "---- 0001 00-- ---- bbbb aaaa 0010 1001" LdWBoRev { d: D = "a" write, b: P = "b", m: Rev = "" } "ld.w {d},[{b}+r]" LdW;
        "eeee 0101 00ff ffff bbbb aaaa 0010 1001" LdWBoCirc { d: D = "a" write, b: P = "b", o: Off = "ef", m: Circ = "" } "ld.w {d},[{b}+c]{o}" LdW;
        "gggg 00ff ffhh hhhh eeee aaaa 1000 0101" LdWAbs { d: D = "a" write, o: Abs18 = "efgh", m: Abs = "" } "ld.w {d},{o}" LdW;
    }
}
