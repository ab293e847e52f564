import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatSeconds } from '../../format.ts';
import { StageLegend } from '../../parts/stage-legend.tsx';
import { stageSummary } from '../../parts/stages.ts';
import { strings } from './strings.ts';
import './reply-bars.css';
import { median, paceOf, segmentsOf, type ReplyTime } from './reply-times.ts';

/** How long the agent took to answer: every reply as a bar of what the time went to, and the median. */
export function ReplyBars({ replies }: { replies: readonly ReplyTime[] }) {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => list.current?.lastElementChild?.scrollIntoView({ block: 'nearest', inline: 'end' }), [replies]);
  const middle = median(replies);
  return (
    <section class="replies card" aria-labelledby="reply-times">
      <div class="replies-head">
        <h2 id="reply-times">{strings.replyTimes}</h2>
        <p class="soft">
          <strong class="figure">{middle === null ? '–' : formatSeconds(middle)}</strong> {strings.median}
        </p>
      </div>
      {replies.length === 0 && <p class="hint">{strings.noReplies}</p>}
      <ol ref={list} class="reply-list" tabIndex={0} aria-label={strings.replyTimesOf}>
        {replies.map((reply, index) => (
          <Reply key={index} number={index + 1} reply={reply} />
        ))}
      </ol>
      {replies.length > 0 && <StageLegend of={['stt', 'llm', 'tts']} />}
    </section>
  );
}

function Reply({ number, reply }: { number: number; reply: ReplyTime }) {
  const parts = stageSummary((stage) => reply.stages[stage]);
  return (
    <li title={parts}>
      <span class="reply-name">{strings.reply(number)}</span>
      <span class="reply-bar" aria-hidden="true">
        {segmentsOf(reply).map(({ stage, share }) => (
          <span key={stage} class={`stage ${stage}`} style={{ '--share': share }} />
        ))}
      </span>
      <span class="value figure" data-pace={paceOf(reply.secs)}>
        {formatSeconds(reply.secs)}
      </span>
      <span class="unseen">{parts}</span>
    </li>
  );
}
