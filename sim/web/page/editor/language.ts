// Assembly of a board, by the words that the assembler's own tables have.

import { HighlightStyle, StreamLanguage, type StringStream } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import type { Words } from "../view";

interface State {
  /** Inside of a comment between `/*` and its end. */
  comment: boolean;
  /** A label, a directive or an instruction may come: nothing was in this statement. */
  begins: boolean;
}

/** The character between two statements of a line. */
const separator = (isa: string) => (isa === "epiphany" ? "`" : ";");

export function assembly(words: Words) {
  const mnemonics = new Set(words.mnemonics);
  const registers = new Set(words.registers);
  const directives = new Set(words.directives);
  const parts = new Set(words.parts);
  const isMnemonic = (word: string) =>
    mnemonics.has(word) || (words.suffixes && mnemonics.has(word.replace(/\.[sl]$/, "")));

  const comment = (stream: StringStream, state: State) => {
    if (stream.skipTo("*/")) {
      stream.match("*/");
      state.comment = false;
    } else stream.skipToEnd();
    return "comment";
  };

  const begin = (stream: StringStream, state: State) => {
    if (stream.match(/^[\w.$]+:/)) return "labelName";
    state.begins = false;
    if (stream.match(/^\.[\w]+/)) return directives.has(stream.current()) ? "meta" : "invalid";
    if (stream.match(/^[\w.$]+(?=\s*=)/)) return "labelName";
    if (stream.match(/^[^\s;`"]+/)) return isMnemonic(stream.current()) ? "keyword" : "invalid";
    stream.next();
    return null;
  };

  return StreamLanguage.define<State>({
    name: `assembly-${words.isa}`,
    languageData: { commentTokens: { line: words.comments[0] ?? "//" } },
    startState: () => ({ comment: false, begins: true }),
    token(stream, state) {
      if (stream.sol()) state.begins = true;
      if (state.comment) return comment(stream, state);
      if (stream.eatSpace()) return null;
      if (stream.match("/*")) {
        state.comment = true;
        return comment(stream, state);
      }
      const next = stream.peek() ?? "";
      const alone = next === "#" && !stream.string.slice(0, stream.pos).trim();
      if (stream.match("//", false) || words.comments.includes(next) || alone) {
        stream.skipToEnd();
        return "comment";
      }
      if (next === separator(words.isa)) {
        stream.next();
        state.begins = true;
        return null;
      }
      if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'\\?.'?/)) return "string";
      if (state.begins) return begin(stream, state);
      if (stream.match(/^(?:0x[\da-f]+|0b[01]+|\d+\.\d+(?:e[-+]?\d+)?|\d+[bf]?)\b/i)) return "number";
      if (stream.match(/^[a-z]+:/)) return parts.has(stream.current()) ? "operatorKeyword" : null;
      if (stream.match(/^[%$]?[\w.]+/)) {
        const word = stream.current();
        if (parts.has(word)) return "operatorKeyword";
        return registers.has(word) || word.startsWith("%") ? "variableName" : null;
      }
      stream.next();
      return null;
    },
  });
}

/** Colours are those of the page: `style.css` has them for both schemes. */
export const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--asm-instruction)", fontWeight: "600" },
  { tag: tags.meta, color: "var(--asm-directive)" },
  { tag: tags.labelName, color: "var(--asm-label)" },
  { tag: tags.variableName, color: "var(--asm-register)" },
  { tag: tags.operatorKeyword, color: "var(--asm-directive)" },
  { tag: [tags.number, tags.string], color: "var(--asm-value)" },
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: tags.invalid, class: "cm-unknown" },
]);
