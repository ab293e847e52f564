import { useSignalEffect, type ReadonlySignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import './orb.css';

interface OrbProps {
  readonly state: string;
  /** Level of the agent's audio, from 0 to 1. */
  readonly level: ReadonlySignal<number>;
}

/** The agent as one sees it: it breathes while it thinks and glows as loud as it speaks. */
export function Orb({ state, level }: OrbProps) {
  const orb = useRef<HTMLDivElement>(null);
  useSignalEffect(() => orb.current?.style.setProperty('--level', level.value.toFixed(3)));
  return <div ref={orb} class="orb" data-state={state} aria-hidden="true" />;
}
