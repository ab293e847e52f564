import type { ConversationInput, ConversationSettings } from '../../../domain/voice/state.ts';
import type { EffectChecker } from './effect-checker.ts';

/** An input without its time. */
export type InputBody = ConversationInput extends infer E
  ? E extends ConversationInput
    ? Omit<E, 'at'>
    : never
  : never;

/** An agent with a tool that reads and one that acts. */
export const TOOL_AGENT: ConversationSettings = {
  language: 'en',
  systemPrompt: 'Be kind.',
  greeting: 'Hello.',
  interruptionMinWords: 0,
  ignoreUntilGreeted: false,
  idleMs: 8_000,
  idlePrompt: { message: 'Still there?', repeats: 2 },
  closingMessage: 'Goodbye.',
  hold: { afterMs: 1_000, messages: ['One moment.'] },
  tools: ['find', 'book'].map((name) => ({ name, description: '', parameters: {} })),
  actions: {
    find: { hasSideEffects: false, waitingMessage: null },
    book: { hasSideEffects: true, waitingMessage: 'Just a moment.' },
  },
};

/** What the caller may do next. */
function callerInputs({ steps, isHoldMessageScheduled }: EffectChecker, one: number): InputBody[] {
  const inputs: InputBody[] = [{ type: 'textReceived', text: `w${steps}` }, { type: 'connected' }];
  if (one % 40 === 0) inputs.push({ type: 'disconnected', reason: 'caller_left' });
  if (one % 7 === 0) inputs.push({ type: 'transcriptionFailed', message: 'down', retryable: true });
  if (isHoldMessageScheduled) inputs.push({ type: 'holdMessageDue', message: 'One moment.' });
  return inputs;
}

/** What the model may do next: it calls tools more often than a real one. */
function modelInputs({ steps, generation }: EffectChecker, one: number): InputBody[] {
  if (generation === null) return [];
  const call = { id: `c${steps}`, name: one % 3 === 0 ? 'find' : 'book', arguments: { of: one % 2 } };
  const calls: InputBody = { type: 'toolCalled', generation, call };
  const completes: InputBody = { type: 'generationCompleted', generation };
  const speaks: InputBody = { type: 'generationText', generation, text: `Of question${generation}. ` };
  const fails: InputBody = { type: 'generationFailed', generation, message: 'down' };
  return [calls, calls, calls, completes, completes, completes, speaks, ...(one % 5 === 0 ? [fails] : [])];
}

/** What the speech player may report next. */
function playerInputs({ live }: EffectChecker): InputBody[] {
  const [[speech, { started, ended, texts }] = [0, { started: false, ended: false, texts: [''] }]] = live;
  const starts: InputBody = { type: 'speechStarted', speech };
  const completes: InputBody = { type: 'speechCompleted', speech, playedText: texts.join(' ') };
  if (started && ended) return [completes, completes, completes];
  return speech > 0 && !started ? [starts, starts] : [];
}

/** Spreads small numbers. */
export const scramble = (fate: number): number => Math.imul(fate ^ (fate >>> 15) ^ 0x9e37_79b9, 0x85eb_ca6b) >>> 4;

/** Feeds the next input of the caller, the model, the player or the clock, or one of the tools. */
export function advance(
  checker: EffectChecker,
  seed: number,
  toolInputs: (checker: EffectChecker, one: number) => InputBody[],
): void {
  const fate = scramble(seed);
  const later = checker.at + ([0, 0, 100, 100, 400, 400, 2_000, 9_000][fate % 8] ?? 0);
  if (checker.armed && checker.armed.due <= later)
    return checker.take({ type: 'timerElapsed', timer: checker.armed.timer, at: checker.armed.due });
  const one = Math.floor(fate / 8);
  const inputs = [
    ...[...callerInputs(checker, one), ...modelInputs(checker, one)],
    ...[...playerInputs(checker), ...toolInputs(checker, one)],
  ];
  checker.take({ ...inputs[Math.floor(one / 40) % inputs.length]!, at: later });
  for (const [speech, { texts, cancelled }] of checker.live)
    if (cancelled) checker.take({ type: 'speechCancelled', speech, playedText: texts[0] ?? '', at: later });
}
