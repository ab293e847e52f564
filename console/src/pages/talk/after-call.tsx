import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button, LinkButton } from '../../parts/button.tsx';
import { formatClock, formatSeconds } from '../../format.ts';
import { at } from '../../paths.ts';
import { strings } from './strings.ts';
import './after-call.css';
import { median } from './reply-times.ts';
import type { EndedCall, TalkSession } from './talk-session.ts';

interface AfterCallProps {
  readonly talk: TalkSession;
  readonly over: EndedCall;
  readonly onAgain: () => void;
}

/** Summary of an ended call: reason, numbers and a link to its artifacts. */
export function AfterCall({ talk, over, onAgain }: AfterCallProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <section class="after-call card padded stack" aria-labelledby="why-over">
      <h2 ref={heading} id="why-over" tabIndex={-1}>
        {over.message}
      </h2>
      {over.callId !== null && <CallSummary talk={talk} />}
      <div class="row">
        <Button kind="primary" icon="microphone" onPress={onAgain}>
          {strings.again}
        </Button>
        {over.callId !== null && (
          <LinkButton icon="document" href={at(`/calls/${encodeURIComponent(over.callId)}`)}>
            {strings.seeCall}
          </LinkButton>
        )}
        <LinkButton kind="quiet" href={at('/agents')}>
          {strings.others}
        </LinkButton>
      </div>
    </section>
  );
}

function CallSummary({ talk }: { talk: TalkSession }) {
  const { replies } = talk.conversation.value;
  const middle = median(replies);
  const facts = [
    [strings.duration, formatClock(talk.seconds.value)],
    [strings.replies, String(replies.length)],
    [strings.medianReply, middle === null ? '–' : formatSeconds(middle)],
  ] as const;
  return (
    <dl class="call-figures">
      {facts.map(([term, fact]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
