import { computed } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { formatClock } from '../../format.ts';
import { callStrings } from './strings.ts';
import type { Playback } from '../../parts/recording/playback.ts';
import { lineAt, type TranscriptEntry } from './transcript.ts';
import './transcript.css';

interface TranscriptProps {
  readonly lines: readonly TranscriptEntry[];
  /** Start of the recording, in ms since the epoch. Null when unknown. */
  readonly start: number | null;
  readonly playback: Playback | null;
}

/** What was said. The line that is heard stands out; a press on a line plays it. */
export function Transcript({ lines, start, playback }: TranscriptProps) {
  const list = useRef<HTMLOListElement>(null);
  const from = start ?? lines[0]?.at ?? 0;
  const player = start === null ? null : playback;
  const starts = useMemo(() => lines.map(({ at }) => (at - from) / 1_000), [lines, from]);
  // Nothing stands out before it is played.
  const played = useMemo(
    () => computed(() => (player && player.time.value > 0 ? lineAt(starts, player.time.value) : -1)),
    [player, starts],
  );
  const current = played.value;
  useEffect(() => {
    if (player?.isPlaying.peek()) showWithin(list.current, current);
  }, [current]);
  return (
    <ol class="transcript" ref={list}>
      {lines.map((line, at) => (
        <TranscriptRow
          key={at}
          line={line}
          seconds={starts[at] ?? 0}
          isCurrent={at === current}
          onJump={player && ((seconds) => player.playFrom(seconds))}
        />
      ))}
    </ol>
  );
}

interface TranscriptRowProps {
  readonly line: TranscriptEntry;
  readonly seconds: number;
  readonly isCurrent: boolean;
  readonly onJump: ((seconds: number) => void) | null;
}

function TranscriptRow({ line, seconds, isCurrent, onJump }: TranscriptRowProps) {
  const time = formatClock(seconds);
  return (
    <li class={`said ${line.speaker}`} aria-current={isCurrent ? 'true' : undefined}>
      {onJump ? (
        <button
          type="button"
          class="said-at figure"
          aria-label={callStrings.jump(time)}
          onClick={() => onJump(seconds)}
        >
          {time}
        </button>
      ) : (
        <span class="said-at figure">{time}</span>
      )}
      <span class="said-by">{line.speaker === 'user' ? callStrings.caller : (line.agent ?? callStrings.agent)}</span>
      <p onClick={() => onJump?.(seconds)}>{line.text}</p>
    </li>
  );
}

/** Scrolls the list, and nothing around it, until its line is seen. */
function showWithin(list: HTMLElement | null, at: number): void {
  const line = list?.children[at];
  if (!list || !(line instanceof HTMLElement)) return;
  const [top, bottom] = [line.offsetTop, line.offsetTop + line.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}
