import { assert } from 'chai';
import fc from 'fast-check';
import { END_CONVERSATION } from '../../../domain/voice/conversation-context.ts';
import {
  CLEAN_LEVEL,
  type CallerLevelFacts,
  type ConversationTimer,
  type ConversationInput,
  type VendorTurnReport,
} from '../../../domain/voice/state.ts';
import { CONSENT_ANSWERS } from './caller-words.ts';
import type { EffectChecker } from './effect-checker.ts';
import { randomSettings, stageCall } from './random-settings.ts';
import { StagedChecker } from './stage-checker.ts';

/** An input without its time. */
type InputBody = ConversationInput extends infer E ? (E extends ConversationInput ? Omit<E, 'at'> : never) : never;
/** A random number below the given one. */
type RandomBelow = (below: number) => number;

/** The level of the caller, most often on a line without background. */
const levelOf = (checker: EffectChecker, pick: RandomBelow): CallerLevelFacts =>
  pick(2) === 0
    ? CLEAN_LEVEL
    : { isTrusted: pick(2) === 0, hasGate: true, fadedSince: pick(2) === 0 ? null : checker.at - pick(400) };

const speechStarts = (checker: EffectChecker, pick: RandomBelow): InputBody => ({
  type: 'callerSpeechStarted',
  level: levelOf(checker, pick),
  transcription: {
    endpointingMs: [0, 300, 500][pick(3)]!,
    interimGapMs: [null, 250, 1_000][pick(3)]!,
    reportsTurns: pick(2) === 0,
    canProbe: pick(3) === 0,
  },
});

/** A vendor's report: mostly none, and numbers of utterances that mostly ascend. */
const vendorReport = (checker: EffectChecker, pick: RandomBelow): VendorTurnReport => ({
  ...(pick(3) === 0 && { turn: (['likely_ended', 'resumed', 'ended'] as const)[pick(3)]! }),
  ...(pick(4) === 0 && { utterance: checker.steps - pick(10) }),
  ...(pick(8) === 0 && { language: ['en', 'hi', 'ja'][pick(3)]! }),
});

const TIMERS: readonly ConversationTimer[] = [
  'turn_end',
  'probe',
  'final_transcript',
  'unconfirmed_speech',
  'false_interruption',
  'model_output',
  'tool_answer',
  'first_audio',
  'consent_answer',
  'idle',
  'stage_silence',
  'no_activity',
  'time_limit',
  'last_words',
  'mailbox_greeting',
];

/** Inputs the caller may cause next, likely or not. */
function callerInputs(checker: EffectChecker, pick: RandomBelow): InputBody[] {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `w${checker.steps}n${index}`).join(' ');
  const transcript = (final: boolean): InputBody => ({
    type: 'transcriptReceived',
    text: `${words(pick(5))}${['', '', ',', ` ${1_000_000 + checker.steps}`][pick(4)]}`.trim(),
    final,
    processor: 'testSTT',
    ...vendorReport(checker, pick),
  });
  const toggles: InputBody = checker.callerTalks
    ? { type: 'callerSpeechEnded', silentAt: Math.max(0, checker.at - 500) }
    : speechStarts(checker, pick);
  const levelChanges: InputBody = { type: 'callerLevelChanged', level: levelOf(checker, pick) };
  const stable: InputBody = {
    type: 'transcriptReceived',
    text: words(1),
    final: false,
    stable: true,
    processor: 'testSTT',
  };
  const pauses: InputBody = { type: 'callerPaused', on: pick(3) > 0 };
  const backchannel: InputBody = {
    type: 'transcriptReceived',
    text: 'mhm okay',
    final: pick(2) === 0,
    processor: 'testSTT',
  };
  const consentAnswer: InputBody = {
    type: 'transcriptReceived',
    text: CONSENT_ANSWERS[pick(3)]!,
    final: true,
    processor: 'testSTT',
  };
  return [
    pauses,
    levelChanges,
    stable,
    backchannel,
    toggles,
    toggles,
    toggles,
    transcript(true),
    transcript(true),
    transcript(false),
    { type: 'textReceived', text: pick(6) === 0 ? '[keypad] 1' : words(pick(3)) },
    { type: 'consentReported', given: pick(2) === 0 },
    consentAnswer,
  ];
}

/** Inputs the model may cause next, in time or much too late. */
function modelInputs(checker: EffectChecker, pick: RandomBelow): InputBody[] {
  const ids = [checker.generation, checker.generation, checker.generation, checker.closedGenerations.at(-1), 999];
  const generation = ids[pick(ids.length)] ?? checker.closedGenerations[0];
  if (generation === undefined) return [];
  const text =
    [`Of question${generation}. `, `and question${generation}`, ' ', `Hm, question${generation}! So`][pick(4)] ?? '';
  const called = (): InputBody => {
    const call = stageCall(checker.state, pick) ?? { name, arguments: { of: pick(2) } };
    return { type: 'toolCalled', generation, call: { id: `c${checker.steps}n${pick(100)}`, ...call } };
  };
  const calls = Object.keys(checker.state.settings.actions ?? {}).length;
  const name = ['find', 'find', 'book', 'book', 'sing', END_CONVERSATION.name][pick(6)] ?? '';
  return [
    { type: 'generationText', generation, text },
    { type: 'generationText', generation, text },
    { type: 'generationCompleted', generation },
    pick(8) === 0
      ? { type: 'generationFailed', generation, message: 'down' }
      : { type: 'generationCompleted', generation },
    ...Array.from({ length: calls === 0 ? 1 : 6 }, called),
  ];
}

/** Inputs the speech player may cause next: late, never or twice. */
function playerInputs(checker: EffectChecker, pick: RandomBelow): InputBody[] {
  const all = [...checker.speeches];
  const [id, speech] = checker.live[0] ?? all[pick(Math.max(1, all.length))] ?? [];
  if (id === undefined || !speech) return [];
  const text = speech.texts.join(' ');
  const part = text.slice(0, pick(text.length + 1)).trim();
  const cancelled: InputBody = { type: 'speechCancelled', speech: id, playedText: part };
  if (speech.cancelled)
    return [cancelled, cancelled, cancelled, cancelled, cancelled, { type: 'speechStarted', speech: id }];
  const failed: InputBody = { type: 'speechFailed', speech: id, playedText: part, message: 'down' };
  if (!speech.started) return pick(10) === 0 ? [failed] : [{ type: 'speechStarted', speech: id }];
  return speech.ended || speech.over ? [{ type: 'speechCompleted', speech: id, playedText: text }, failed] : [];
}

/** A summary that was written, or not, and now and then one of long ago. */
function summaryInputs(checker: EffectChecker, pick: RandomBelow): InputBody[] {
  const { pending } = checker.state.summary;
  if (pending === null && pick(20) > 0) return [];
  const text = pick(2) === 0 ? 'They want a table.' : null;
  return [{ type: 'summaryWritten', summary: pending?.id ?? pick(20), text }];
}

/** Answers of tools, in any order, and some that come twice or too late. */
function toolInputs(checker: EffectChecker, pick: RandomBelow): InputBody[] {
  const running = checker.tools.running;
  const run =
    running[pick(Math.max(1, running.length))] ?? (pick(10) === 0 ? [...checker.tools.runs.keys()].at(-1) : undefined);
  if (run === undefined) return [];
  const variables = pick(2) === 0 ? { known: pick(2) === 0 } : {};
  const answer: InputBody = { type: 'toolAnswered', run, content: `answer-${run}.`, outcome: 'ok', variables };
  return [answer, answer];
}

/** Other inputs, most of them unexpected in the state. */
function oddInputs(checker: EffectChecker, pick: RandomBelow): InputBody[] {
  const stale = TIMERS.filter((timer) => timer !== checker.armed?.timer);
  const timer = stale[pick(stale.length)] ?? 'idle';
  const all: InputBody[] = [
    { type: 'connected' },
    { type: 'timerElapsed', timer },
    { type: 'holdMessageDue', message: 'One moment.' },
    { type: 'holdMessageDue', message: '🤔' },
    speechStarts(checker, pick),
    { type: 'callerSpeechEnded', silentAt: checker.at },
    { type: 'speechCompleted', speech: 999, playedText: 'Ghost' },
    { type: 'transcriptionFailed', message: 'down', retryable: pick(20) > 0 },
  ];
  if (pick(30) === 0) all.push({ type: 'disconnected', reason: 'caller_left' });
  return [all[pick(all.length)] as InputBody];
}

/** A random generator with this seed. */
function chance(seed: number): RandomBelow {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
}

/** One step: time passes, then a due timer elapses or a random input follows. */
function advance(checker: EffectChecker, fate: number): void {
  const pick = chance(fate);
  const later = checker.at + [0, 20, 300, 900, 2_500, 9_000][pick(6)]!;
  if (checker.armed && checker.armed.due <= later) {
    const { timer, due } = checker.armed;
    return checker.take({ type: 'timerElapsed', timer, at: due });
  }
  const moves = [
    ...[...callerInputs(checker, pick), ...modelInputs(checker, pick), ...playerInputs(checker, pick)],
    ...[...playerInputs(checker, pick), ...oddInputs(checker, pick), ...toolInputs(checker, pick)],
    ...summaryInputs(checker, pick),
  ];
  const move = moves[pick(moves.length)] as InputBody;
  if (move.type === 'callerSpeechStarted' || move.type === 'callerSpeechEnded')
    checker.callerTalks = move.type === 'callerSpeechStarted';
  checker.take({ ...move, at: later });
  // The end of cancelled speeches is mostly reported at once.
  for (const [speech, { texts, cancelled }] of checker.live)
    if (cancelled && pick(10) > 0)
      checker.take({ type: 'speechCancelled', speech, playedText: texts[0] ?? '', at: later });
}

/** The caller hangs up and the speech player reports every end. */
function close(checker: EffectChecker): void {
  checker.take({ type: 'disconnected', reason: 'caller_left', at: checker.at });
  for (const [speech] of checker.live)
    checker.take({ type: 'speechCancelled', speech, playedText: '', at: checker.at });
  assert.equal(checker.state.phase, 'ended');
  assert.isNull(checker.armed);
  assert.isFalse(checker.isHoldMessageScheduled);
  assert.isNull(checker.generation);
  assert.isNull(checker.preemptive);
  for (const { ended, cancelled, over } of checker.speeches.values()) assert.isTrue((ended || cancelled) && over);
}

describe('conversation under random inputs', () => {
  it('always awaits a timer or the speech player, stays consistent and ends once', function () {
    this.timeout(600_000);
    let steps = 0;
    let changes = 0;
    const phases: Record<string, number> = {};
    const fates = fc.array(fc.nat(), { minLength: 1, maxLength: 300, size: 'max' });
    const lives = fc.property(randomSettings, fates, (agent, moves) => {
      const checker = new StagedChecker(agent);
      try {
        checker.take({ type: 'connected', at: 0 });
        for (const fate of moves) {
          if (checker.state.phase === 'ended' && fate % 8 === 0) break;
          advance(checker, fate);
          phases[checker.state.phase] = (phases[checker.state.phase] ?? 0) + 1;
        }
        close(checker);
      } catch (cause) {
        const story = checker.history.map((chapter) => JSON.stringify(chapter));
        throw new Error(`The inputs and effects so far:\n${story.join('\n')}`, { cause });
      }
      steps += checker.steps;
      changes += checker.stages.total;
    });
    fc.assert(lives, { numRuns: 3_000 });
    assert.isAtLeast(steps, 100_000);
    assert.isAbove(changes, 100);
    // If every call ended at once, the test would prove nothing.
    assert.isAbove(phases['open'] ?? 0, steps / 4);
  });
});
