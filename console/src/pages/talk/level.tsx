import { useSignalEffect, type ReadonlySignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import './level.css';

interface LevelProps {
  /** Whose it is. */
  readonly caption: string;
  readonly label: string;
  /** From 0 to 1. */
  readonly level: ReadonlySignal<number>;
}

/** A level meter. Updated 50 times per second, so it bypasses the renderer. */
export function Level({ caption, label, level }: LevelProps) {
  const meter = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    const value = level.value;
    meter.current?.style.setProperty('--level', value.toFixed(3));
    meter.current?.setAttribute('aria-valuenow', String(Math.round(value * 100)));
  });
  return (
    <div class="level-of">
      <span class="hint" aria-hidden="true">
        {caption}
      </span>
      <div
        ref={meter}
        class="level"
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={0}
      />
    </div>
  );
}
