import { seconds } from "../format";

interface Props {
  title: string;
  unit: string;
  points: { t: number; v: number }[];
  /** Does the axis begin at zero? */
  zero?: boolean;
}

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [480, 150, 52, 20];

/** Round values that an axis shows. */
function marks(low: number, high: number): number[] {
  const raw = (high - low) / 3 || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((n) => n * power).find((s) => s >= raw) ?? raw;
  const all = [];
  for (let v = Math.ceil(low / step) * step; v <= high + step / 1e6; v += step) all.push(v);
  return all;
}

/** A value over time. */
export function Chart({ title, unit, points, zero }: Props) {
  const values = points.map((p) => p.v);
  const last = points.at(-1);
  if (!last || points.length < 2) return null;
  let low = zero ? 0 : Math.min(...values);
  let high = Math.max(...values);
  if (high - low < 1e-9) [low, high] = zero ? [0, high || 1] : [low - 1, high + 1];
  const [from, to] = [points[0]!.t, last.t];
  const x = (t: number) => LEFT + ((t - from) / (to - from || 1)) * (WIDTH - LEFT - 4);
  const y = (v: number) => 6 + (1 - (v - low) / (high - low)) * (HEIGHT - BOTTOM - 10);
  const path = points.map((p, i) => `${i ? "L" : "M"}${x(p.t).toFixed(1)} ${y(p.v).toFixed(1)}`).join("");
  const digits = high - low < 3 ? 2 : high - low < 30 ? 1 : 0;
  return (
    <figure class="chart">
      <figcaption>{title} <b>{last.v.toFixed(Math.max(1, digits))} {unit}</b></figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img"
        aria-label={`${title} from ${values[0]!.toFixed(digits)} to ${last.v.toFixed(digits)} ${unit}, at most ${Math.max(...values).toFixed(digits)}, in ${seconds(to - from)}`}>
        {marks(low, high).map((v) => (
          <g key={v}>
            <line x1={LEFT} x2={WIDTH - 4} y1={y(v)} y2={y(v)} class="rule" />
            <text x={LEFT - 6} y={y(v) + 4} text-anchor="end">{v.toFixed(digits)}</text>
          </g>
        ))}
        <text x={LEFT} y={HEIGHT - 3}>{seconds(from)}</text>
        <text x={WIDTH - 4} y={HEIGHT - 3} text-anchor="end">{seconds(to)}</text>
        <path d={path} class="line" />
        <circle cx={x(last.t)} cy={y(last.v)} r="3.5" class="dot" />
      </svg>
    </figure>
  );
}
