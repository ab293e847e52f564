import { useLayoutEffect, useRef } from 'preact/hooks';
import { words } from '../../words.ts';
import { secondsWords } from './clock-words.ts';
import './reply-bars.css';
import { median, paceOf, segmentsOf, type ReplyTime, type Segment, type Stage } from './reply-times.ts';

const LEGEND: readonly Segment['stage'][] = ['stt', 'llm', 'tts', 'rest'];

/** How long the agent took to answer: every turn as a bar of what the time went to, and the median. */
export function ReplyBars({ replies }: { replies: readonly ReplyTime[] }) {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => list.current?.lastElementChild?.scrollIntoView({ block: 'nearest', inline: 'end' }), [replies]);
  const middle = median(replies);
  return (
    <section class="replies card" aria-labelledby="reply-times">
      <div class="replies-head">
        <h2 id="reply-times">{words.talk.replyTimes}</h2>
        <p class="soft">
          <strong class="figure">{middle === null ? '–' : secondsWords(middle)}</strong> {words.talk.median}
        </p>
      </div>
      {replies.length === 0 && <p class="hint">{words.talk.noReplies}</p>}
      <ol ref={list} class="reply-turns" tabIndex={0} aria-label={words.talk.replyTimesOf}>
        {replies.map((reply, index) => (
          <Turn key={index} number={index + 1} reply={reply} />
        ))}
      </ol>
      {replies.length > 0 && <Legend />}
    </section>
  );
}

function Turn({ number, reply }: { number: number; reply: ReplyTime }) {
  const parts = (Object.entries(reply.stages) as [Stage, number][]).map(
    ([stage, secs]) => `${words.talk.stage[stage]} ${secondsWords(secs)}`,
  );
  return (
    <li title={parts.join(', ')}>
      <span class="turn">{words.talk.turn(number)}</span>
      <span class="reply-bar" aria-hidden="true">
        {segmentsOf(reply).map(({ stage, share }) => (
          <span key={stage} class={`segment ${stage}`} style={{ '--share': share }} />
        ))}
      </span>
      <span class="value figure" data-pace={paceOf(reply.secs)}>
        {secondsWords(reply.secs)}
      </span>
      <span class="unseen">{parts.join(', ')}</span>
    </li>
  );
}

const Legend = () => (
  <ul class="reply-legend hint" aria-hidden="true">
    {LEGEND.map((stage) => (
      <li key={stage}>
        <span class={`segment ${stage}`} />
        {words.talk.stage[stage]}
      </li>
    ))}
  </ul>
);
