import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { formatClock } from '../../../format.ts';
import type { Playback } from '../../../parts/recording/playback.ts';
import { callStrings } from '../strings.ts';
import type { Peaks } from './peaks.ts';
import './waveform.css';

interface WaveformProps {
  readonly playback: Playback;
  /** The caller's first, the agent's second. */
  readonly peaks: Peaks | null;
}

/** Seconds that a key moves by. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 5,
  ArrowUp: 5,
  ArrowLeft: -5,
  ArrowDown: -5,
  PageUp: 30,
  PageDown: -30,
};

/** Both sides of a call over its time. A press or a key moves to another place; the space bar plays and pauses. */
export function Waveform({ playback, peaks }: WaveformProps) {
  const frame = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  // What moves all the time goes past the rendering.
  useSignalEffect(() => {
    const time = playback.time.value;
    frame.current?.style.setProperty('--played', `${(time / playback.seconds) * 100}%`);
    if (!slider.current) return;
    slider.current.value = String(time);
    slider.current.ariaValueText = callStrings.place(formatClock(time), formatClock(playback.seconds));
  });
  return (
    <div class="waveform" ref={frame}>
      {(['caller', 'agent'] as const).map((who, side) => (
        <Side key={who} who={who} peaks={peaks?.[side] ?? null} />
      ))}
      <span class="waveform-now" aria-hidden="true" />
      <input
        ref={slider}
        type="range"
        aria-label={callStrings.seek}
        min={0}
        max={playback.seconds}
        step="any"
        onInput={({ currentTarget }) => playback.seek(currentTarget.valueAsNumber)}
        onKeyDown={(event) => onKey(event, playback)}
      />
    </div>
  );
}

function onKey(event: KeyboardEvent, playback: Playback): void {
  const step = STEPS[event.key];
  if (event.key === ' ') playback.toggle();
  else if (step !== undefined) playback.seek(playback.time.value + step);
  else return;
  event.preventDefault();
}

/** One side: soft what is to come, strong what was played. */
function Side({ who, peaks }: { readonly who: 'caller' | 'agent'; readonly peaks: Float32Array | null }) {
  const path = peaks && pathOf(peaks);
  return (
    <div class={`waveform-side ${who}`}>
      <span class="waveform-name">{callStrings[who]}</span>
      {['coming', 'played'].map((part) => (
        <svg
          key={part}
          class={part}
          viewBox={`0 0 ${peaks?.length ?? 1} 2`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {path !== null && <path d={path} />}
        </svg>
      ))}
    </div>
  );
}

/** A line of this width is seen where it was silent. */
const SILENCE = 0.02;

/** A column for every peak, around the middle. Quiet voices are raised: ears hear them as well. */
const pathOf = (peaks: Float32Array): string =>
  Array.from(peaks, (peak, at) => {
    const height = Math.max(SILENCE, Math.sqrt(peak) * 0.95);
    return `M${at + 0.5} ${(1 - height).toFixed(3)}v${(2 * height).toFixed(3)}`;
  }).join('');
