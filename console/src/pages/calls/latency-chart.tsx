import { formatSeconds } from '../../format.ts';
import { StageLegend } from '../../parts/stage-legend.tsx';
import { STAGES, stageSummary } from '../../parts/stages.ts';
import { callStrings } from './strings.ts';
import { secsOf, type ReplyLatency } from './latency.ts';
import './latency-chart.css';

interface LatencyChartProps {
  readonly replies: readonly ReplyLatency[];
  /** Plays the moment at which the caller fell silent; null where it cannot be found. */
  readonly onJump: ((at: number) => void) | null;
}

/** How long the caller waited for each reply, and for what. */
export function LatencyChart({ replies, onJump }: LatencyChartProps) {
  const longest = Math.max(...replies.map(({ total }) => total));
  const stages = STAGES.filter((stage) => replies.some((reply) => secsOf(reply, stage) > 0));
  return (
    <figure class="latency">
      <div class="latency-frame">
        <table>
          <caption class="unseen">{callStrings.latency}</caption>
          <thead class="unseen">
            <tr>
              <th scope="col">{callStrings.reply}</th>
              <th scope="col">{callStrings.spentOn}</th>
              <th scope="col">{callStrings.waited}</th>
            </tr>
          </thead>
          <tbody>
            {replies.map((reply) => (
              <Reply key={reply.number} reply={reply} longest={longest} onJump={onJump} />
            ))}
          </tbody>
        </table>
      </div>
      <StageLegend of={stages} />
    </figure>
  );
}

interface ReplyProps extends Pick<LatencyChartProps, 'onJump'> {
  readonly reply: ReplyLatency;
  readonly longest: number;
}

function Reply({ reply, longest, onJump }: ReplyProps) {
  const cause = reply.endedBy === null ? [] : [callStrings.turnEnded(reply.endedBy)];
  const inWords = [stageSummary((stage) => secsOf(reply, stage)), ...cause].join('. ');
  return (
    <tr title={inWords}>
      <th scope="row">
        {onJump ? (
          <button
            type="button"
            class="latency-reply figure"
            aria-label={callStrings.jumpToReply(reply.number)}
            onClick={() => onJump(reply.silentAt)}
          >
            {reply.number}
          </button>
        ) : (
          reply.number
        )}
      </th>
      <td>
        <svg viewBox={`0 0 ${longest} 1`} preserveAspectRatio="none" aria-hidden="true">
          <rect class="stage" width={reply.total} height={1} />
          {reply.parts.map(({ stage, from, secs }, at) => (
            <rect key={at} class={`stage ${stage}`} x={from} width={secs} height={1} />
          ))}
        </svg>
        <span class="unseen">{inWords}</span>
      </td>
      <td class="figure">{formatSeconds(reply.total)}</td>
    </tr>
  );
}
