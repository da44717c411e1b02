//! Read and write in one.

super::family! { $ atomic
    opcodes {
        /// CMPSWAP.W: `t = M32[EA]; M32[EA] = (t == E[a].hi) ? E[a].lo : t; D[d] = t`, atomic.
        CmpswapW Swap { bytes: 4 };
        /// LDMST: `M32[EA] = (M32[EA] & ~E[a].hi) | (E[a].lo & E[a].hi)`, atomic.
        Ldmst Ldmst { bytes: 4 };
        /// ST.T: `M8[EA]` with bit p replaced by q, atomic.
        StT Ldmst { bytes: 1 };
        /// SWAP.W: `t = M32[EA]; M32[EA] = D[a]; D[d] = t`, atomic.
        SwapW Swap { bytes: 4 };
        /// SWAPMSK.W: `t = M32[EA]; M32[EA] = (t & ~E[a].hi) | (E[a].lo & E[a].hi); D[d] = t`,
        /// atomic.
        SwapmskW Swap { bytes: 4 };
    }
    rows {
        // Read and write in one.
        "eeee 0000 11ff ffff bbbb aaaa 0100 1001" CmpswapWBoPost { b: A = "b", o: Off = "ef", m: Post = "", a: E = "a", d: D = "a" write } "cmpswap.w [{b}+]{o},{a}" CmpswapW;
        "eeee 0100 11ff ffff bbbb aaaa 0100 1001" CmpswapWBoPre { b: A = "b", o: Off = "ef", m: Pre = "", a: E = "a", d: D = "a" write } "cmpswap.w [+{b}]{o},{a}" CmpswapW;
        "eeee 1000 11ff ffff bbbb aaaa 0100 1001" CmpswapWBoBase { b: A = "b", o: Off = "ef", m: Base = "", a: E = "a", d: D = "a" write } "cmpswap.w [{b}]{o},{a}" CmpswapW;
        "---- 0000 11-- ---- bbbb aaaa 0110 1001" CmpswapWBoRev { b: P = "b", m: Rev = "", a: E = "a", d: D = "a" write } "cmpswap.w [{b}+r],{a}" CmpswapW;
        "eeee 0100 11ff ffff bbbb aaaa 0110 1001" CmpswapWBoCirc { b: P = "b", o: Off = "ef", m: Circ = "", a: E = "a", d: D = "a" write } "cmpswap.w [{b}+c]{o},{a}" CmpswapW;
        "eeee 0000 01ff ffff bbbb aaaa 0100 1001" LdmstBoPost { b: A = "b", o: Off = "ef", m: Post = "", a: E = "a" } "ldmst [{b}+]{o},{a}" Ldmst;
        "eeee 0100 01ff ffff bbbb aaaa 0100 1001" LdmstBoPre { b: A = "b", o: Off = "ef", m: Pre = "", a: E = "a" } "ldmst [+{b}]{o},{a}" Ldmst;
        "eeee 1000 01ff ffff bbbb aaaa 0100 1001" LdmstBoBase { b: A = "b", o: Off = "ef", m: Base = "", a: E = "a" } "ldmst [{b}]{o},{a}" Ldmst;
        "---- 0000 01-- ---- bbbb aaaa 0110 1001" LdmstBoRev { b: P = "b", m: Rev = "", a: E = "a" } "ldmst [{b}+r],{a}" Ldmst;
        "eeee 0100 01ff ffff bbbb aaaa 0110 1001" LdmstBoCirc { b: P = "b", o: Off = "ef", m: Circ = "", a: E = "a" } "ldmst [{b}+c]{o},{a}" Ldmst;
        "gggg 01ff ffhh hhhh eeee aaaa 1110 0101" LdmstAbs { o: Abs18 = "efgh", m: Abs = "", a: E = "a" } "ldmst {o},{a}" Ldmst;
        "gggg 00ff ffhh hhhh eeee vppp 1101 0101" StTAbsb { o: Abs18 = "efgh", m: Abs = "", p: U = "p", q: U = "v" } "st.t {o},{p},{q}" StT;
        "eeee 0000 00ff ffff bbbb aaaa 0100 1001" SwapWBoPost { b: A = "b", o: Off = "ef", m: Post = "", a: D = "a", d: D = "a" write } "swap.w [{b}+]{o},{a}" SwapW;
        "eeee 0100 00ff ffff bbbb aaaa 0100 1001" SwapWBoPre { b: A = "b", o: Off = "ef", m: Pre = "", a: D = "a", d: D = "a" write } "swap.w [+{b}]{o},{a}" SwapW;
        "eeee 1000 00ff ffff bbbb aaaa 0100 1001" SwapWBoBase { b: A = "b", o: Off = "ef", m: Base = "", a: D = "a", d: D = "a" write } "swap.w [{b}]{o},{a}" SwapW;
        "---- 0000 00-- ---- bbbb aaaa 0110 1001" SwapWBoRev { b: P = "b", m: Rev = "", a: D = "a", d: D = "a" write } "swap.w [{b}+r],{a}" SwapW;
        "eeee 0100 00ff ffff bbbb aaaa 0110 1001" SwapWBoCirc { b: P = "b", o: Off = "ef", m: Circ = "", a: D = "a", d: D = "a" write } "swap.w [{b}+c]{o},{a}" SwapW;
        "---- 1000 00-- ---- bbbb aaaa 0110 1001" SwapWBoIndex { b: P = "b", m: Index = "", a: D = "a", d: D = "a" write } "swap.w [{b}+i],{a}" SwapW;
        "gggg 00ff ffhh hhhh eeee aaaa 1110 0101" SwapWAbs { o: Abs18 = "efgh", m: Abs = "", a: D = "a", d: D = "a" write } "swap.w {o},{a}" SwapW;
        "eeee 0000 10ff ffff bbbb aaaa 0100 1001" SwapmskWBoPost { b: A = "b", o: Off = "ef", m: Post = "", a: E = "a", d: D = "a" write } "swapmsk.w [{b}+]{o},{a}" SwapmskW;
        "eeee 0100 10ff ffff bbbb aaaa 0100 1001" SwapmskWBoPre { b: A = "b", o: Off = "ef", m: Pre = "", a: E = "a", d: D = "a" write } "swapmsk.w [+{b}]{o},{a}" SwapmskW;
        "eeee 1000 10ff ffff bbbb aaaa 0100 1001" SwapmskWBoBase { b: A = "b", o: Off = "ef", m: Base = "", a: E = "a", d: D = "a" write } "swapmsk.w [{b}]{o},{a}" SwapmskW;
        "---- 0000 10-- ---- bbbb aaaa 0110 1001" SwapmskWBoRev { b: P = "b", m: Rev = "", a: E = "a", d: D = "a" write } "swapmsk.w [{b}+r],{a}" SwapmskW;
        "eeee 0100 10ff ffff bbbb aaaa 0110 1001" SwapmskWBoCirc { b: P = "b", o: Off = "ef", m: Circ = "", a: E = "a", d: D = "a" write } "swapmsk.w [{b}+c]{o},{a}" SwapmskW;
        "---- 1000 10-- ---- bbbb aaaa 0110 1001" SwapmskWBoIndex { b: P = "b", m: Index = "", a: E = "a", d: D = "a" write } "swapmsk.w [{b}+i],{a}" SwapmskW;
    }
}
