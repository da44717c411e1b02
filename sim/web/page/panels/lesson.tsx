import { useEffect, useState } from "preact/hooks";
import { pass } from "../done";
import { filesOf, loadLesson, written } from "../images";
import type { Client, State } from "../lab";
import { Markdown } from "../markdown";
import { fileOf } from "../program";
import type { GivenFile } from "../protocol";
import type { Attempt, Lesson } from "../view";
import { Panel } from "./panel";

const split = (text: string) => text.split(/[\n,]+/).map((s) => s.trim()).filter(Boolean);

export function LessonPanel({ client, state, lesson }: { client: Client; state: State; lesson: Lesson }) {
  const { grade, writing } = state;
  const used = state.opened?.attempt ?? {};
  const [answers, setAnswers] = useState<Record<string, string>>({});
  const [variant, setVariant] = useState(used.variant ?? "");
  const [set, setSet] = useState(used.set?.join("\n") ?? "");
  const [poke, setPoke] = useState(used.poke?.join("\n") ?? "");
  // At most one; the lesson keeps the one that it was opened with.
  const [program, setProgram] = useState<GivenFile[]>([]);
  const image = variant ? undefined : program[0]?.name ?? used.image ?? undefined;
  // Numbers may be copied from the page, where their digits stand in groups.
  const filled = Object.entries(answers).map(([name, text]) => [name, text.trim().replace(/(?<=\d)\s(?=\d{3})/g, "")] as const);
  const given = Object.fromEntries(filled.filter(([, text]) => text));
  const attempt: Attempt = { set: split(set), poke: split(poke), variant: variant || undefined, image, answers: given };
  const passed = grade?.passed === true;
  useEffect(() => {
    if (passed) pass(lesson.name);
  }, [passed, lesson.name]);
  const choose = async (files: FileList | null) => {
    const read = [...files ?? []].map(async (f) => ({ name: f.name, bytes: new Uint8Array(await f.arrayBuffer()) }));
    setProgram(await Promise.all(read));
  };
  // A program that is chosen anew goes before the one that the lesson was opened with.
  const mine = () => (program.length ? program : client.named(image));
  const restart = async () => {
    try {
      client.open(await (writing ? written(writing, client.text, attempt) : loadLesson(lesson, attempt, mine())));
    } catch (error) {
      client.set({ error: String(error) });
    }
  };
  const check = async () => {
    try {
      const own = writing ? [fileOf(writing, client.text)] : mine();
      client.grade(lesson, { ...attempt, image: own[0]?.name }, [...await filesOf(lesson), ...own]);
    } catch (error) {
      client.set({ error: String(error) });
    }
  };
  return (
    <Panel title={`Lesson: ${lesson.title}`} name="lesson">
      <Markdown text={lesson.text} />
      <ol class="tasks">
        {lesson.tasks.map((task, i) => {
          const result = grade?.tasks?.[i];
          return (
            <li key={task.title} class={result ? (result.passed ? "passed" : "failed") : ""}>
              <h3>{i + 1}. {task.title}</h3>
              <Markdown text={task.text} />
              {task.questions.map((q) => (
                <label key={q.name} class="question">
                  {q.ask}
                  <input
                    type="text" name={q.name} value={answers[q.name] ?? ""} autocomplete="off" spellcheck={false}
                    onInput={(e) => setAnswers({ ...answers, [q.name]: e.currentTarget.value })}
                  />
                </label>
              ))}
              {result?.checks.map((c, n) => (
                <p key={n} class={c.passed ? "verdict holds" : "verdict not"}>{c.passed ? "✓" : "✗"} {c.found}{c.look_at && <span class="quiet"> – {c.look_at}</span>}</p>
              ))}
            </li>
          );
        })}
      </ol>
      <details>
        <summary>Change something</summary>
        <Markdown text={lesson.change} />
        {lesson.variants.length > 0 && (
          <label class="question">Variant
            <select value={variant} onChange={(e) => setVariant(e.currentTarget.value)}>
              <option value="">as it is</option>
              {lesson.variants.map((v) => <option key={v}>{v}</option>)}
            </select>
          </label>
        )}
        <label class="question">Values of the board, <code>PATH=VALUE</code>
          <input type="text" value={set} onInput={(e) => setSet(e.currentTarget.value)} autocomplete="off" spellcheck={false} />
        </label>
        <label class="question">Values of variables, <code>NAME=VALUE</code>
          <input type="text" value={poke} onInput={(e) => setPoke(e.currentTarget.value)} autocomplete="off" spellcheck={false} />
        </label>
        <label class="question">Your own program: an ELF file, or assembly (<code>.s</code>){image && <>, now <code>{image}</code></>}
          <input type="file" name="program" onChange={(e) => void choose(e.currentTarget.files)} />
        </label>
        <button type="button" onClick={() => void restart()}>Begin with these</button>
      </details>
      <p class="check">
        <button type="button" class="primary" data-do="check" disabled={grade === null} onClick={() => void check()}>Check</button>
        <span role="status" class={passed ? "outcome success" : ""} data-grade={grade ? (grade.error ? "error" : grade.passed ? "passed" : "failed") : ""}>
          {grade === null ? "The lesson runs to its end…"
            : !grade ? ""
            : grade.error ? grade.error
            : grade.passed ? `Passed: ${grade.points} of ${grade.of}.`
            : `${grade.points} of ${grade.of} checks hold so far.`}
        </span>
      </p>
    </Panel>
  );
}
