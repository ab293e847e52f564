import { secondsWords } from '../../format.ts';
import { words } from '../../words.ts';
import { secsOf, type PartKind, type TurnLatency } from './latency.ts';
import './latency-chart.css';

const KINDS: readonly PartKind[] = ['endpointing', 'llm', 'tools', 'tts'];

interface LatencyChartProps {
  readonly turns: readonly TurnLatency[];
  /** Plays the moment at which the caller fell silent; null where it cannot be found. */
  readonly onJump: ((at: number) => void) | null;
}

/** How long the caller waited for each reply, and for what. */
export function LatencyChart({ turns, onJump }: LatencyChartProps) {
  const longest = Math.max(...turns.map(({ total }) => total));
  const kinds = KINDS.filter((kind) => turns.some((turn) => secsOf(turn, kind) > 0));
  return (
    <figure class="latency">
      <div class="latency-frame">
        <table>
          <caption class="unseen">{words.callPage.latency}</caption>
          <thead class="unseen">
            <tr>
              <th scope="col">{words.callPage.turn}</th>
              <th scope="col">{words.callPage.spentOn}</th>
              <th scope="col">{words.callPage.waited}</th>
            </tr>
          </thead>
          <tbody>
            {turns.map((turn) => (
              <Turn key={turn.turn} turn={turn} longest={longest} onJump={onJump} />
            ))}
          </tbody>
        </table>
      </div>
      <ul class="latency-legend" aria-hidden="true">
        {kinds.map((kind) => (
          <li key={kind} class={kind}>
            {words.callPage.parts[kind]}
          </li>
        ))}
        <li>{words.callPage.rest}</li>
      </ul>
    </figure>
  );
}

interface TurnProps extends Pick<LatencyChartProps, 'onJump'> {
  readonly turn: TurnLatency;
  readonly longest: number;
}

function Turn({ turn, longest, onJump }: TurnProps) {
  const inWords = KINDS.filter((kind) => secsOf(turn, kind) > 0)
    .map((kind) => `${words.callPage.parts[kind]} ${secondsWords(secsOf(turn, kind))}`)
    .join(', ');
  return (
    <tr title={inWords}>
      <th scope="row">
        {onJump ? (
          <button
            type="button"
            class="latency-turn figure"
            aria-label={words.callPage.jumpToTurn(turn.turn)}
            onClick={() => onJump(turn.silentAt)}
          >
            {turn.turn}
          </button>
        ) : (
          turn.turn
        )}
      </th>
      <td>
        <svg viewBox={`0 0 ${longest} 1`} preserveAspectRatio="none" aria-hidden="true">
          <rect class="whole" width={turn.total} height={1} />
          {turn.parts.map(({ kind, from, secs }, at) => (
            <rect key={at} class={kind} x={from} width={secs} height={1} />
          ))}
        </svg>
        <span class="unseen">{inWords}</span>
      </td>
      <td class="figure">{secondsWords(turn.total)}</td>
    </tr>
  );
}
