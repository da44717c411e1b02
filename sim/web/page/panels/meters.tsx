import { grouped, words } from "../format";
import { CoreMark, Empty, type InstrumentProps } from "./panel";

export function MetersPanel({ view }: InstrumentProps) {
  const meters = (view.meters ?? []).filter((m) => m.stack.some(([, n]) => n));
  if (!meters.length) return <Empty>Nothing has run yet. Where each core's cycles go stands here.</Empty>;
  const causes = [...new Set(meters.flatMap((m) => m.stack.filter(([, n]) => n).map(([name]) => name)))];
  const mine = meters.find((m) => m.core === view.core);
  return (
    <div class="meters">
      <ul class="legend" aria-hidden="true">
        {causes.map((c, i) => <li key={c}><i class={`part p${i % 10}`} />{words(c)}</li>)}
      </ul>
      {meters.map((m) => {
        const total = m.stack.reduce((sum, [, n]) => sum + n, 0);
        const shares = m.stack.filter(([, n]) => n);
        return (
          <div key={m.core} class="stack">
            <CoreMark id={m.core} />
            <div class="share" role="img" aria-label={`Cycles of core ${m.core}: ${shares.map(([c, n]) => `${words(c)} ${((100 * n) / total).toFixed(1)} %`).join(", ")}`}>
              {shares.map(([c, n]) => (
                <i key={c} class={`part p${causes.indexOf(c) % 10}`} style={{ flexGrow: n }} title={`${words(c)}: ${grouped(n)} cycles, ${((100 * n) / total).toFixed(1)} %`} />
              ))}
            </div>
          </div>
        );
      })}
      {mine && (
        <table>
          <caption>Meters of <CoreMark id={mine.core} />, which cannot be switched off</caption>
          <tbody>
            {mine.values.map(([name, value]) => <tr key={name}><th scope="row">{words(name)}</th><td class="n">{grouped(value)}</td></tr>)}
          </tbody>
        </table>
      )}
    </div>
  );
}
