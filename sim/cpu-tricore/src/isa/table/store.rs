//! Stores.

super::family! { $ store
    opcodes {
        /// ST.A: `M32[EA] = A[a]`.
        StA Store { bytes: 4, align: 4 };
        /// ST.B: `M8[EA] = D[a][7:0]`.
        StB Store { bytes: 1 };
        /// ST.D: `M64[EA] = E[a]`.
        StD Store { bytes: 8 };
        /// ST.DA: `M64[EA] = P[a]`.
        StDa Store { bytes: 8, align: 4 };
        /// ST.H: `M16[EA] = D[a][15:0]`.
        StH Store { bytes: 2 };
        /// ST.Q: `M16[EA] = D[a][31:16]`.
        StQ Store { bytes: 2 };
        /// ST.W: `M32[EA] = D[a]`.
        StW Store { bytes: 4 };
    }
    rows {
        // Stores.
        "bbbb aaaa 1110 0100" StASsrPost { b: A = "b", o: Inc4 = "", m: Post = "", a: A = "a" } "st.a [{b}+],{a}" StA;
        "oooo aaaa 1110 1000" StASsro { b: A15 = "", o: Off4x4 = "o", m: Base = "", a: A = "a" } "st.a [{b}]{o},{a}" StA;
        "bbbb oooo 1110 1100" StASro { b: A = "b", o: Off4x4 = "o", m: Base = "", a: A15 = "" } "st.a [{b}]{o},{a}" StA;
        "bbbb aaaa 1111 0100" StASsrBase { b: A = "b", m: Base = "", a: A = "a" } "st.a [{b}],{a}" StA;
        "kkkk kkkk 1111 1000" StASc { b: A10 = "", o: Off8x4 = "k", m: Base = "", a: A15 = "" } "st.a [{b}]{o},{a}" StA;
        "eeee 0001 10ff ffff bbbb aaaa 1000 1001" StABoPost { b: A = "b", o: Off = "ef", m: Post = "", a: A = "a" } "st.a [{b}+]{o},{a}" StA;
        "eeee 0101 10ff ffff bbbb aaaa 1000 1001" StABoPre { b: A = "b", o: Off = "ef", m: Pre = "", a: A = "a" } "st.a [+{b}]{o},{a}" StA;
        "eeee 1001 10ff ffff bbbb aaaa 1000 1001" StABoBase { b: A = "b", o: Off = "ef", m: Base = "", a: A = "a" } "st.a [{b}]{o},{a}" StA;
        "gggg 10ff ffhh hhhh eeee aaaa 1010 0101" StAAbs { o: Abs18 = "efgh", m: Abs = "", a: A = "a" } "st.a {o},{a}" StA;
        "---- 0001 10-- ---- bbbb aaaa 1010 1001" StABoRev { b: P = "b", m: Rev = "", a: A = "a" } "st.a [{b}+r],{a}" StA;
        "eeee 0101 10ff ffff bbbb aaaa 1010 1001" StABoCirc { b: P = "b", o: Off = "ef", m: Circ = "", a: A = "a" } "st.a [{b}+c]{o},{a}" StA;
        "ffff eeee eegg gggg bbbb aaaa 1011 0101" StABol { b: A = "b", o: Off = "efg", m: Base = "", a: A = "a" } "st.a [{b}]{o},{a}" StA;
        "bbbb aaaa 0010 0100" StBSsrPost { b: A = "b", o: Inc1 = "", m: Post = "", a: D = "a" } "st.b [{b}+],{a}" StB;
        "oooo aaaa 0010 1000" StBSsro { b: A15 = "", o: Off4 = "o", m: Base = "", a: D = "a" } "st.b [{b}]{o},{a}" StB;
        "bbbb oooo 0010 1100" StBSro { b: A = "b", o: Off4 = "o", m: Base = "", a: D15 = "" } "st.b [{b}]{o},{a}" StB;
        "bbbb aaaa 0011 0100" StBSsrBase { b: A = "b", m: Base = "", a: D = "a" } "st.b [{b}],{a}" StB;
        "gggg 00ff ffhh hhhh eeee aaaa 0010 0101" StBAbs { o: Abs18 = "efgh", m: Abs = "", a: D = "a" } "st.b {o},{a}" StB;
        "eeee 0000 00ff ffff bbbb aaaa 1000 1001" StBBoPost { b: A = "b", o: Off = "ef", m: Post = "", a: D = "a" } "st.b [{b}+]{o},{a}" StB;
        "eeee 0100 00ff ffff bbbb aaaa 1000 1001" StBBoPre { b: A = "b", o: Off = "ef", m: Pre = "", a: D = "a" } "st.b [+{b}]{o},{a}" StB;
        "eeee 1000 00ff ffff bbbb aaaa 1000 1001" StBBoBase { b: A = "b", o: Off = "ef", m: Base = "", a: D = "a" } "st.b [{b}]{o},{a}" StB;
        "---- 0000 00-- ---- bbbb aaaa 1010 1001" StBBoRev { b: P = "b", m: Rev = "", a: D = "a" } "st.b [{b}+r],{a}" StB;
        "eeee 0100 00ff ffff bbbb aaaa 1010 1001" StBBoCirc { b: P = "b", o: Off = "ef", m: Circ = "", a: D = "a" } "st.b [{b}+c]{o},{a}" StB;
        "ffff eeee eegg gggg bbbb aaaa 1110 1001" StBBol { b: A = "b", o: Off = "efg", m: Base = "", a: D = "a" } "st.b [{b}]{o},{a}" StB;
        "eeee 0001 01ff ffff bbbb aaaa 1000 1001" StDBoPost { b: A = "b", o: Off = "ef", m: Post = "", a: E = "a" } "st.d [{b}+]{o},{a}" StD;
        "eeee 0101 01ff ffff bbbb aaaa 1000 1001" StDBoPre { b: A = "b", o: Off = "ef", m: Pre = "", a: E = "a" } "st.d [+{b}]{o},{a}" StD;
        "eeee 1001 01ff ffff bbbb aaaa 1000 1001" StDBoBase { b: A = "b", o: Off = "ef", m: Base = "", a: E = "a" } "st.d [{b}]{o},{a}" StD;
        "gggg 01ff ffhh hhhh eeee aaaa 1010 0101" StDAbs { o: Abs18 = "efgh", m: Abs = "", a: E = "a" } "st.d {o},{a}" StD;
        "---- 0001 01-- ---- bbbb aaaa 1010 1001" StDBoRev { b: P = "b", m: Rev = "", a: E = "a" } "st.d [{b}+r],{a}" StD;
        "eeee 0101 01ff ffff bbbb aaaa 1010 1001" StDBoCirc { b: P = "b", o: Off = "ef", m: Circ = "", a: E = "a" } "st.d [{b}+c]{o},{a}" StD;
        "eeee 0001 11ff ffff bbbb aaaa 1000 1001" StDaBoPost { b: A = "b", o: Off = "ef", m: Post = "", a: P = "a" } "st.da [{b}+]{o},{a}" StDa;
        "eeee 0101 11ff ffff bbbb aaaa 1000 1001" StDaBoPre { b: A = "b", o: Off = "ef", m: Pre = "", a: P = "a" } "st.da [+{b}]{o},{a}" StDa;
        "eeee 1001 11ff ffff bbbb aaaa 1000 1001" StDaBoBase { b: A = "b", o: Off = "ef", m: Base = "", a: P = "a" } "st.da [{b}]{o},{a}" StDa;
        "gggg 11ff ffhh hhhh eeee aaaa 1010 0101" StDaAbs { o: Abs18 = "efgh", m: Abs = "", a: P = "a" } "st.da {o},{a}" StDa;
        "---- 0001 11-- ---- bbbb aaaa 1010 1001" StDaBoRev { b: P = "b", m: Rev = "", a: P = "a" } "st.da [{b}+r],{a}" StDa;
        "eeee 0101 11ff ffff bbbb aaaa 1010 1001" StDaBoCirc { b: P = "b", o: Off = "ef", m: Circ = "", a: P = "a" } "st.da [{b}+c]{o},{a}" StDa;
        "bbbb aaaa 1010 0100" StHSsrPost { b: A = "b", o: Inc2 = "", m: Post = "", a: D = "a" } "st.h [{b}+],{a}" StH;
        "oooo aaaa 1010 1000" StHSsro { b: A15 = "", o: Off4x2 = "o", m: Base = "", a: D = "a" } "st.h [{b}]{o},{a}" StH;
        "bbbb oooo 1010 1100" StHSro { b: A = "b", o: Off4x2 = "o", m: Base = "", a: D15 = "" } "st.h [{b}]{o},{a}" StH;
        "bbbb aaaa 1011 0100" StHSsrBase { b: A = "b", m: Base = "", a: D = "a" } "st.h [{b}],{a}" StH;
        "gggg 10ff ffhh hhhh eeee aaaa 0010 0101" StHAbs { o: Abs18 = "efgh", m: Abs = "", a: D = "a" } "st.h {o},{a}" StH;
        "eeee 0000 10ff ffff bbbb aaaa 1000 1001" StHBoPost { b: A = "b", o: Off = "ef", m: Post = "", a: D = "a" } "st.h [{b}+]{o},{a}" StH;
        "eeee 0100 10ff ffff bbbb aaaa 1000 1001" StHBoPre { b: A = "b", o: Off = "ef", m: Pre = "", a: D = "a" } "st.h [+{b}]{o},{a}" StH;
        "eeee 1000 10ff ffff bbbb aaaa 1000 1001" StHBoBase { b: A = "b", o: Off = "ef", m: Base = "", a: D = "a" } "st.h [{b}]{o},{a}" StH;
        "---- 0000 10-- ---- bbbb aaaa 1010 1001" StHBoRev { b: P = "b", m: Rev = "", a: D = "a" } "st.h [{b}+r],{a}" StH;
        "eeee 0100 10ff ffff bbbb aaaa 1010 1001" StHBoCirc { b: P = "b", o: Off = "ef", m: Circ = "", a: D = "a" } "st.h [{b}+c]{o},{a}" StH;
        "ffff eeee eegg gggg bbbb aaaa 1111 1001" StHBol { b: A = "b", o: Off = "efg", m: Base = "", a: D = "a" } "st.h [{b}]{o},{a}" StH;
        "gggg 00ff ffhh hhhh eeee aaaa 0110 0101" StQAbs { o: Abs18 = "efgh", m: Abs = "", a: D = "a" } "st.q {o},{a}" StQ;
        "eeee 0010 00ff ffff bbbb aaaa 1000 1001" StQBoPost { b: A = "b", o: Off = "ef", m: Post = "", a: D = "a" } "st.q [{b}+]{o},{a}" StQ;
        "eeee 0110 00ff ffff bbbb aaaa 1000 1001" StQBoPre { b: A = "b", o: Off = "ef", m: Pre = "", a: D = "a" } "st.q [+{b}]{o},{a}" StQ;
        "eeee 1010 00ff ffff bbbb aaaa 1000 1001" StQBoBase { b: A = "b", o: Off = "ef", m: Base = "", a: D = "a" } "st.q [{b}]{o},{a}" StQ;
        "---- 0010 00-- ---- bbbb aaaa 1010 1001" StQBoRev { b: P = "b", m: Rev = "", a: D = "a" } "st.q [{b}+r],{a}" StQ;
        "eeee 0110 00ff ffff bbbb aaaa 1010 1001" StQBoCirc { b: P = "b", o: Off = "ef", m: Circ = "", a: D = "a" } "st.q [{b}+c]{o},{a}" StQ;
        "bbbb aaaa 0110 0100" StWSsrPost { b: A = "b", o: Inc4 = "", m: Post = "", a: D = "a" } "st.w [{b}+],{a}" StW;
        "oooo aaaa 0110 1000" StWSsro { b: A15 = "", o: Off4x4 = "o", m: Base = "", a: D = "a" } "st.w [{b}]{o},{a}" StW;
        "bbbb oooo 0110 1100" StWSro { b: A = "b", o: Off4x4 = "o", m: Base = "", a: D15 = "" } "st.w [{b}]{o},{a}" StW;
        "bbbb aaaa 0111 0100" StWSsrBase { b: A = "b", m: Base = "", a: D = "a" } "st.w [{b}],{a}" StW;
        "kkkk kkkk 0111 1000" StWSc { b: A10 = "", o: Off8x4 = "k", m: Base = "", a: D15 = "" } "st.w [{b}]{o},{a}" StW;
        "ffff eeee eegg gggg bbbb aaaa 0101 1001" StWBol { b: A = "b", o: Off = "efg", m: Base = "", a: D = "a" } "st.w [{b}]{o},{a}" StW;
        "eeee 0001 00ff ffff bbbb aaaa 1000 1001" StWBoPost { b: A = "b", o: Off = "ef", m: Post = "", a: D = "a" } "st.w [{b}+]{o},{a}" StW;
        "eeee 0101 00ff ffff bbbb aaaa 1000 1001" StWBoPre { b: A = "b", o: Off = "ef", m: Pre = "", a: D = "a" } "st.w [+{b}]{o},{a}" StW;
        "eeee 1001 00ff ffff bbbb aaaa 1000 1001" StWBoBase { b: A = "b", o: Off = "ef", m: Base = "", a: D = "a" } "st.w [{b}]{o},{a}" StW;
        "gggg 00ff ffhh hhhh eeee aaaa 1010 0101" StWAbs { o: Abs18 = "efgh", m: Abs = "", a: D = "a" } "st.w {o},{a}" StW;
        "---- 0001 00-- ---- bbbb aaaa 1010 1001" StWBoRev { b: P = "b", m: Rev = "", a: D = "a" } "st.w [{b}+r],{a}" StW;
        "eeee 0101 00ff ffff bbbb aaaa 1010 1001" StWBoCirc { b: P = "b", o: Off = "ef", m: Circ = "", a: D = "a" } "st.w [{b}+c]{o},{a}" StW;
    }
}
