import { useEffect, useRef } from 'preact/hooks';
import { Badge } from '../../../parts/badge.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { Progress } from '../../../parts/progress.tsx';
import { formatClock } from '../../../format.ts';
import { conversationStrings as strings } from '../strings.ts';
import type { ShownEntry } from './entries.ts';
import { differingParts, type Side, type StepRow, type TextPart } from './pairs.ts';
import type { StepPlayer } from './step-player.ts';
import './step-view.css';
import { Transport } from './transport.tsx';
import type { InStep } from './use-step-player.ts';

interface StepViewProps {
  readonly inStep: InStep;
  /** What the conversations are of; one that is shown alone has one name. */
  readonly names: readonly string[];
  /** Whether one of them has a recording. */
  readonly isAudible: boolean;
}

/** One conversation, or two beside each other, with one control to play them. */
export function StepView({ inStep, names, isAudible }: StepViewProps) {
  const { rows, entries, player, share, error } = inStep;
  const isPair = names.length > 1;
  if (rows.length === 0) return <p class="soft">{strings.nothingSaid}</p>;
  return (
    <>
      {error !== null && <Notice kind="error">{error.message}</Notice>}
      {player && <Transport player={player} entries={entries} isPair={isPair} />}
      {player === null && error === null && <Progress label={strings.loading} value={share} />}
      {!isAudible && <p class="hint">{strings.silent}</p>}
      <Steps inStep={inStep} names={names} />
    </>
  );
}

/** The captions, which follow what is played. */
function Steps({ inStep: { rows, entries, player }, names }: Omit<StepViewProps, 'isAudible'>) {
  const list = useRef<HTMLDivElement>(null);
  const place = player && { row: player.row.value, side: player.side.value };
  useEffect(() => {
    if (place) showWithin(list.current, place.row);
  }, [place?.row]);
  const isPair = names.length > 1;
  return (
    <div class="steps" ref={list} tabIndex={0} role="region" aria-label={isPair ? strings.inStep : strings.words}>
      <table class={isPair ? 'steps-table pair' : 'steps-table'}>
        <thead class={isPair ? undefined : 'unseen'}>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <Row
              key={at}
              {...{ row, at, entries, player, isPair }}
              played={place?.row === at ? place.side : null}
              isFirst={row.exchange !== rows[at - 1]?.exchange}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps extends Pick<InStep, 'entries'> {
  readonly row: StepRow;
  readonly at: number;
  readonly player: StepPlayer | null;
  readonly isPair: boolean;
  /** The side that is played, if this row is. */
  readonly played: Side | null;
  /** Whether an exchange begins with it. */
  readonly isFirst: boolean;
}

function Row({ row, at, entries, player, isPair, played, isFirst }: RowProps) {
  const [a, b] = [entryOf(entries.a, row.a), entryOf(entries.b, row.b)];
  const parts = a && b && !row.isSame ? differingParts(a.words, b.words) : null;
  const cell = (side: Side, entry: ShownEntry | null) => (
    <Cell
      {...{ side, entry, isPair, parts: parts?.[side] ?? null }}
      isPlayed={played === side}
      onJump={player && (() => player.playFrom(side, at))}
    />
  );
  return (
    <tr class={[isFirst && 'first', played && 'played'].filter(Boolean).join(' ') || undefined}>
      {cell('a', a)}
      {isPair && cell('b', b)}
    </tr>
  );
}

const entryOf = (entries: readonly ShownEntry[], index: number | null): ShownEntry | null =>
  index === null ? null : (entries[index] ?? null);

interface CellProps {
  readonly side: Side;
  readonly entry: ShownEntry | null;
  readonly isPair: boolean;
  /** The words in parts, of which those stand out that the other side lacks. Null: none do. */
  readonly parts: readonly TextPart[] | null;
  readonly isPlayed: boolean;
  readonly onJump: (() => void) | null;
}

function Cell({ side, entry, isPair, parts, isPlayed, onJump }: CellProps) {
  if (entry === null)
    return (
      <td class="gap">
        <span class="unseen">{strings.absent}</span>
      </td>
    );
  const time = formatClock(entry.at);
  const letter = isPair ? side.toUpperCase() : null;
  return (
    <td class={`step ${entry.by}`} aria-current={isPlayed ? 'true' : undefined}>
      <div class="step-head">
        {letter !== null && (
          <span class="step-side" aria-hidden="true">
            {letter}
          </span>
        )}
        {onJump ? (
          <button type="button" class="step-at figure" aria-label={strings.playFrom(letter, time)} onClick={onJump}>
            {time}
          </button>
        ) : (
          <span class="step-at figure">{time}</span>
        )}
        <span class="step-by">{strings[entry.by]}</span>
        {entry.call && <Badge tone={TONES[entry.call.outcome]}>{strings.outcomes[entry.call.outcome]}</Badge>}
      </div>
      <Words entry={entry} parts={parts} />
    </td>
  );
}

const TONES = { running: 'info', ok: 'good', failed: 'bad', cancelled: 'plain', unknown: 'warn' } as const;

function Words({ entry: { words, call, isInterrupted }, parts }: Pick<CellProps, 'parts'> & { entry: ShownEntry }) {
  const text = parts
    ? parts.map(({ text: part, differs }, at) => (differs ? <mark key={at}>{part}</mark> : part))
    : words;
  if (call)
    return (
      <div class="step-words">
        <code>{text}</code>
        {call.answer !== null && <p class="hint">{call.answer}</p>}
      </div>
    );
  return (
    <p class="step-words">
      {text} {isInterrupted && <em class="hint">{strings.interrupted}</em>}
    </p>
  );
}

/** Scrolls the list, and nothing around it, until its row is seen below the heads. */
function showWithin(list: HTMLElement | null, at: number): void {
  const row = list?.querySelectorAll('tbody tr')[at];
  if (!list || !row) return;
  const [frame, place] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
  const head = list.querySelector('thead')?.getBoundingClientRect().height ?? 0;
  if (place.top < frame.top + head) list.scrollTop -= frame.top + head - place.top;
  else if (place.bottom > frame.bottom)
    list.scrollTop += Math.min(place.bottom - frame.bottom, place.top - frame.top - head);
}
