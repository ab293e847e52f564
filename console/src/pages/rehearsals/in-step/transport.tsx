import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import '../../../parts/field.css';
import { Button } from '../../../parts/button.tsx';
import { RATES } from '../../../parts/recording/playback.ts';
import { formatClock } from '../../../format.ts';
import { conversationStrings as strings } from '../strings.ts';
import { nextDifference, type ListeningMode } from './step-order.ts';
import type { StepPlayer } from './step-player.ts';
import type { InStep } from './use-step-player.ts';

interface TransportProps extends Pick<InStep, 'entries'> {
  readonly player: StepPlayer;
  readonly isPair: boolean;
}

/** Plays the conversations, and goes from caption to caption, whose places are those of both. */
export const Transport = ({ player, entries, isPair }: TransportProps) => (
  <div class="transport">
    <div class="row">
      <Button
        kind="primary"
        icon={player.isPlaying.value ? 'pause' : 'play'}
        label={player.isPlaying.value ? strings.pause : strings.play}
        onPress={() => player.toggle()}
      />
      <Button icon="left" label={strings.previous} onPress={() => player.step(-1)} />
      <Button icon="right" label={strings.next} onPress={() => player.step(1)} />
      <Clock player={player} />
      <Rate player={player} />
      {isPair && <ListenTo player={player} />}
      {isPair && (
        <Button disabled={nextDifference(player.rows, -1) === null} onPress={() => player.goToDifference()}>
          {strings.difference}
        </Button>
      )}
    </div>
    <Position player={player} entries={entries} isPair={isPair} />
    <p class="hint">
      {strings.keys} {isPair && strings.keysOfTwo}
    </p>
  </div>
);

interface PartProps {
  readonly player: StepPlayer;
}

const CHOICES: readonly (readonly [ListeningMode, string])[] = [
  ['a', 'A'],
  ['b', 'B'],
  ['both', strings.both],
];

const ListenTo = ({ player }: PartProps) => (
  <div class="listen-to" role="group" aria-label={strings.listenTo}>
    {CHOICES.map(([value, label]) => (
      <Button key={value} pressed={player.listening.value === value} onPress={() => player.listenTo(value)}>
        {label}
      </Button>
    ))}
  </div>
);

function Clock({ player }: PartProps) {
  const { time, seconds } = player.playableOf(player.side.value);
  return (
    <span class="figure">
      {formatClock(time.value)} <span class="soft">/ {formatClock(seconds)}</span>
    </span>
  );
}

const Rate = ({ player }: PartProps) => (
  <select
    class="control transport-rate"
    aria-label={strings.rate}
    value={String(player.rate.value)}
    onChange={({ currentTarget }) => player.setRate(Number(currentTarget.value))}
  >
    {RATES.map((rate) => (
      <option key={rate} value={rate} selected={rate === player.rate.value}>
        {strings.times(rate)}
      </option>
    ))}
  </select>
);

/** A place for each row. What moves all the time goes past the rendering. */
function Position({ player, entries, isPair }: TransportProps) {
  const slider = useRef<HTMLInputElement>(null);
  useSignalEffect(() => {
    const [row, side] = [player.row.value, player.side.value];
    if (!slider.current) return;
    const entry = entries[side][player.rows[row]?.[side] ?? -1];
    slider.current.value = String(row);
    slider.current.ariaValueText = strings.place(
      row + 1,
      player.rows.length,
      isPair ? side.toUpperCase() : null,
      entry ? strings[entry.by] : '',
      entry?.words ?? '',
    );
  });
  return (
    <input
      class="transport-position"
      ref={slider}
      type="range"
      aria-label={strings.position}
      min={0}
      max={player.rows.length - 1}
      step={1}
      onInput={({ currentTarget }) => player.goTo(currentTarget.valueAsNumber)}
      onKeyDown={(event) => onKey(event, player, isPair)}
    />
  );
}

function onKey(event: KeyboardEvent, player: StepPlayer, isPair: boolean): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const act = ACTIONS[event.key] ?? (isPair ? ACTIONS_OF_TWO[event.key.toLowerCase()] : undefined);
  if (!act) return;
  act(player);
  event.preventDefault();
}

type Act = (player: StepPlayer) => void;

const ACTIONS: Readonly<Record<string, Act>> = {
  ' ': (player) => player.toggle(),
  ArrowRight: (player) => player.stepRow(1),
  ArrowDown: (player) => player.stepRow(1),
  ArrowLeft: (player) => player.stepRow(-1),
  ArrowUp: (player) => player.stepRow(-1),
  PageDown: (player) => player.step(1),
  PageUp: (player) => player.step(-1),
};

const ACTIONS_OF_TWO: Readonly<Record<string, Act>> = {
  a: (player) => player.listenTo('a'),
  b: (player) => player.listenTo('b'),
  d: (player) => player.goToDifference(),
};
