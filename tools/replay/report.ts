import { canonicalJson } from '../../domain/voice/canonical-json.ts';
import type { InputLog, InputLogHead } from '../../domain/voice/input-log.ts';
import { isIdentical, type DifferenceKind, type Replay, type ReplayDifference } from '../../domain/voice/replay.ts';
import type { ConversationInput, ConversationSettings } from '../../domain/voice/state.ts';

const secs = (ms: number): string => `${(ms / 1000).toFixed(3)} s`;

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** What was stored of the call. */
export function logLines({ inputs, end }: InputLog): string[] {
  const ends = {
    complete: [],
    full: ['The log is full: later inputs of the call were not stored.'],
    redacted: ['An agent with a redaction took the call over: inputs from shortly before that on were not stored.'],
    interrupted: ['The log was interrupted: the process of the call died, or its disk failed. Later inputs are lost.'],
  };
  return [`${plural(inputs.length, 'input')} stored.`, ...ends[end]];
}

/** What came of a replay with the stored settings. */
export function identityLines(replay: Replay): string[] {
  const of = `${plural(replay.inputs, 'input')}, ${plural(replay.turns, 'turn')}, ${secs(replay.ms)}`;
  if (isIdentical(replay)) return [`✓ This code has the same effects as the call: ${of}.`];
  return [
    `✗ This code differs from the one that held the call.`,
    ...replay.notes.flatMap(differenceLines),
    ...changeLines(replay),
  ];
}

/** What came of a replay with other settings. */
export function comparisonLines(name: string, replay: Replay): string[] {
  if (isIdentical(replay)) return [`✓ With ${name} nothing differs.`];
  return [`≠ With ${name}:`, ...replay.notes.flatMap(differenceLines), ...changeLines(replay)];
}

/** The settings of the policy, and the models, that are not those of the call. */
export function otherLines(
  { settings, models }: InputLogHead,
  other: Pick<InputLogHead, 'settings' | 'models'>,
  { question }: Pick<Replay, 'question'>,
): string[] {
  const names = new Set([...Object.keys(settings), ...Object.keys(other.settings)]) as Set<keyof ConversationSettings>;
  const changed = [...names].filter((name) => settingText(settings[name]) !== settingText(other.settings[name]));
  const stages = (['stt', 'llm', 'tts'] as const).filter((stage) => models[stage] !== other.models[stage]);
  return [
    ...(changed.length > 0 ? [`Settings that differ: ${changed.join(', ')}.`] : []),
    ...stages.flatMap((stage) => [
      `Another ${stage}: ${other.models[stage]}, not ${models[stage] || 'known'}. ${OF_STAGE[stage]}`,
      ...(stage === 'llm' ? questionLines(question) : []),
    ]),
  ];
}

const OF_STAGE = {
  stt: 'The replay has the words that the one of the call understood.',
  llm: 'The replay has the answers of the one of the call.',
  tts: 'The replay has the times at which the one of the call spoke.',
};

const questionLines = (question: Replay['question']): string[] =>
  question === null
    ? ['  It is never asked.']
    : [
        `  turn ${question.turn}, ${secs(question.at)}, input ${question.number}: it is asked, and may answer otherwise`,
      ];

/** A setting as text, the same for equal ones. Maps have no JSON of their own. */
const settingText = (value: unknown): string =>
  canonicalJson(
    JSON.parse(JSON.stringify([value], (_name, each: unknown) => (each instanceof Map ? [...each] : each))),
  );

const TITLES: Readonly<Record<DifferenceKind, string>> = {
  effects: 'the conversation does something else',
  due: 'the conversation would have continued before this input',
  not_due: 'the conversation would have waited longer',
  question: 'the model is given another context',
  words: 'the agent says other words',
  timers: 'other timers run',
  detail: 'an effect has other contents',
};

function changeLines({ change, turns, ms }: Replay): string[] {
  if (!change)
    return [
      `Until its end (turn ${turns}, ${secs(ms)}) the conversation does the same, if the model and the caller do.`,
    ];
  return [
    ...differenceLines(change),
    '    The replay stops here: what caller, model and tools did after this was in answer to the stored effects.',
  ];
}

function differenceLines({ kind, number, input, at, turn, stored: before, now }: ReplayDifference): string[] {
  return [
    `  turn ${turn}, ${secs(at)}, input ${number} (${inputText(input)}): ${TITLES[kind]}`,
    ...before.map((line) => `    stored  ${line}`),
    ...(before.length === 0 ? ['    stored  nothing'] : []),
    ...now.map((line) => `    now     ${line}`),
    ...(now.length === 0 ? ['    now     nothing'] : []),
  ];
}

/** An input in a few words. */
function inputText(input: ConversationInput): string {
  if ('text' in input) return `${input.type} ${JSON.stringify(input.text)}`;
  if ('playedText' in input) return `${input.type} ${JSON.stringify(input.playedText)}`;
  return input.type === 'timerElapsed' ? `${input.type} ${input.timer}` : input.type;
}
