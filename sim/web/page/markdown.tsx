// The little of Markdown that lessons use: paragraphs, lists, code, emphasis.

import type { ComponentChildren } from "preact";

/** `code`, **strong** and *emphasis* in a line. */
function inline(text: string): ComponentChildren[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/).map((part, i) => {
    if (part.startsWith("`") && part.length > 1) return <code key={i}>{part.slice(1, -1)}</code>;
    if (part.startsWith("**")) return <b key={i}>{part.slice(2, -2)}</b>;
    if (part.startsWith("*") && part.length > 2) return <i key={i}>{part.slice(1, -1)}</i>;
    // A link's words; where it leads is the documentation beside the page's source.
    return part.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1");
  });
}

const indent = (line: string) => line.length - line.trimStart().length;

/** Lines without the spaces that all of them begin with. */
function flush(text: string): string {
  const lines = text.split("\n");
  const least = Math.min(...lines.filter((l) => l.trim()).map(indent));
  return Number.isFinite(least) ? lines.map((l) => l.slice(Math.min(least, indent(l)))).join("\n") : text;
}

export function Markdown({ text }: { text: string }) {
  // Fences first: what is in them is left as it is.
  const blocks = flush(text).split(/^```.*$/m);
  return (
    <div class="text">
      {blocks.map((block, i) => (i % 2 ? <pre key={i}>{block.replace(/^\n|\n$/g, "")}</pre> : block.split(/\n\s*\n/).map((part, j) => {
        const trimmed = part.trim();
        if (!trimmed) return null;
        const key = `${i}.${j}`;
        if (part.replace(/^\n+/, "").startsWith("    ")) return <pre key={key}>{flush(part).trim()}</pre>;
        if (trimmed.startsWith("#")) return <h4 key={key}>{inline(trimmed.replace(/^#+\s*/, ""))}</h4>;
        if (/^[-*] /.test(trimmed)) {
          return <ul key={key} class="bullets">{trimmed.split(/\n(?=\s*[-*] )/).map((l, k) => <li key={k}>{inline(l.trim().replace(/^[-*] /, ""))}</li>)}</ul>;
        }
        return <p key={key}>{inline(trimmed)}</p>;
      })))}
    </div>
  );
}
