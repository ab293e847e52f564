import {
  actionKind,
  comparedWith,
  comparisonOf,
  singly,
  type Action,
  type Condition,
  type Stage,
  type Transition,
} from './stage-model.ts';
import { stageStrings as words } from './stage-strings.ts';

/** When a transition is taken, as the graph and the list have it. */
export function wayWords({ on, when = [], key = '', seconds }: Transition): string {
  const conditions = singly(when).map(conditionWords).join(words.and);
  switch (on) {
    case 'call':
      return words.ways.call + (conditions === '' ? '' : words.onlyIf(conditions));
    case 'fields':
      return conditions === '' ? words.ways.fields : conditions;
    case 'key':
      return words.ways.key(key);
    case 'silence':
      return words.ways.silence(String(seconds ?? ''));
  }
}

const conditionWords = (condition: Condition): string =>
  words.condition[comparisonOf(condition)](condition.field, valueWords(comparedWith(condition)));

export const valueWords = (value: unknown): string =>
  typeof value === 'boolean'
    ? words[value ? 'yes' : 'no']
    : typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : '…';

/** What a stage does to the call when it begins; null when the call continues. */
function ending({ on_enter }: Stage): string | null {
  for (const { end, transfer, handover } of on_enter) {
    if (transfer !== undefined) return words.transfers(transfer);
    if (handover !== undefined) return words.handsOver(handover);
    if (end === true) return words.ends;
  }
  return null;
}

/** What there is to a stage, in a few words. */
export const stageNotes = (stage: Stage, isFirst: boolean): string[] => [
  ...(isFirst ? [words.starts] : []),
  ...(stage.fields.length > 0 ? [words.collects(stage.fields.length)] : []),
  ...[ending(stage)].filter((each) => each !== null),
];

/** An action in a few words. */
export function actionWords(action: Action): string {
  const kind = actionKind(action);
  return kind === 'end' ? words.actions.end : `${words.actions[kind]}: ${action[kind] ?? ''}`;
}

/** The text in a number of lines, at most, with a number of characters, at most. Breaks it between words where it can. */
export function inLines(text: string, most: number, lines: number): string[] {
  if (text.length <= most) return [text];
  if (lines === 1) return [`${text.slice(0, most - 1).trimEnd()}…`];
  const space = text.lastIndexOf(' ', most);
  const end = space > 0 ? space : most;
  return [text.slice(0, end), ...inLines(text.slice(end).trimStart(), most, lines - 1)];
}
