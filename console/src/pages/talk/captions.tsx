import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatSeconds } from '../../format.ts';
import { strings } from './strings.ts';
import './captions.css';
import { visibleCaptions, type Caption, type Conversation } from './conversation.ts';

/** How far from its end a reader may have scrolled and still follow what is said. In pixels. */
const NEAR_END = 80;

/** Live captions of both sides. Interim transcripts are separate, so that screen readers announce only final ones. */
export function Captions({ captions, interim }: Pick<Conversation, 'captions' | 'interim'>) {
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  useLayoutEffect(() => {
    if (follows.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [captions, interim]);
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: { currentTarget: Element }): void => {
    follows.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
  };
  const visible = visibleCaptions({ captions });
  const isEmpty = visible.length === 0 && interim === '';
  return (
    <div ref={box} class="captions card" tabIndex={0} role="region" aria-label={strings.captions} onScroll={onScroll}>
      {isEmpty && <p class="captions-empty hint">{strings.nothingSaid}</p>}
      <div class="caption-log" role="log" aria-live="polite" aria-label={strings.said}>
        {visible.map((caption, index) => (
          <Bubble key={index} {...caption} />
        ))}
      </div>
      {interim !== '' && (
        <p class="bubble caller interim" aria-hidden="true">
          {interim}
        </p>
      )}
    </div>
  );
}

const Bubble = ({ side, text, sources, afterSecs, isCut }: Caption) => (
  <p class={`bubble ${side}`}>
    <span class="speaker">
      {side === 'agent' ? strings.agent : strings.you}
      {afterSecs !== null && <span class="after-secs">{strings.after(formatSeconds(afterSecs))}</span>}
    </span>
    <span class="words">{text}</span>
    {isCut && <span class="cut"> {strings.interrupted}</span>}
    {sources.length > 0 && <span class="sources">{strings.sources(sources.join('; '))}</span>}
  </p>
);
