import { assert } from 'chai';
import fc from 'fast-check';
import { END_CONVERSATION } from '../../../domain/voice/messages.ts';
import type { ConversationSettings, ConversationTimer, ConversationInput } from '../../../domain/voice/state.ts';
import { World } from './effect-checker.ts';

/** An event without its moment. */
type Move = ConversationInput extends infer E ? (E extends ConversationInput ? Omit<E, 'at'> : never) : never;
/** Chance: a number below the given one. */
type Pick = (below: number) => number;

const TIMERS: readonly ConversationTimer[] = [
  ...([
    'final_transcript',
    'unconfirmed_speech',
    'false_interruption',
    'stalled_turn',
    'model_output',
    'first_audio',
    'idle',
    'no_activity',
    'last_words',
  ] as const),
];

/** What the caller may do next, likely or not. */
function callersMoves(world: World, pick: Pick): Move[] {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `w${world.steps}n${index}`).join(' ');
  const heard = (final: boolean): Move => ({
    type: 'transcriptReceived',
    text: words(pick(5)),
    final,
    processor: 'testSTT',
  });
  const toggles: Move = world.callerTalks
    ? { type: 'callerSpeechEnded', silentAt: Math.max(0, world.at - 500) }
    : { type: 'callerSpeechStarted' };
  const stays: Move = { type: 'transcriptReceived', text: words(1), final: false, stable: true, processor: 'testSTT' };
  const pauses: Move = { type: 'callerPaused', on: pick(3) > 0 };
  const murmurs: Move = { type: 'transcriptReceived', text: 'mhm okay', final: pick(2) === 0, processor: 'testSTT' };
  return [
    pauses,
    stays,
    murmurs,
    toggles,
    toggles,
    toggles,
    heard(true),
    heard(true),
    heard(false),
    { type: 'textReceived', text: words(pick(3)) },
  ];
}

/** What the model may do next, in time or much too late. */
function modelsMoves(world: World, pick: Pick): Move[] {
  const ids = [world.thinking, world.thinking, world.thinking, world.closedThinkings.at(-1), 999];
  const generation = ids[pick(ids.length)] ?? world.closedThinkings[0];
  if (generation === undefined) return [];
  const text =
    [`Of question${generation}. `, `and question${generation}`, ' ', `Hm, question${generation}! So`][pick(4)] ?? '';
  const name = pick(6) === 0 ? END_CONVERSATION.name : 'sing';
  return [
    { type: 'generationText', generation, text },
    { type: 'generationText', generation, text },
    { type: 'generationCompleted', generation },
    pick(8) === 0
      ? { type: 'generationFailed', generation, message: 'down' }
      : { type: 'generationCompleted', generation },
    { type: 'toolCalled', generation, call: { id: 'c', name, arguments: {} } },
  ];
}

/** What the mouth may do next: its promises are kept, but late, never, or twice. */
function mouthsMoves(world: World, pick: Pick): Move[] {
  const all = [...world.speeches];
  const [id, speech] = world.live[0] ?? all[pick(Math.max(1, all.length))] ?? [];
  if (id === undefined || !speech) return [];
  const said = speech.said.join(' ');
  const part = said.slice(0, pick(said.length + 1)).trim();
  const dropped: Move = { type: 'speechCancelled', speech: id, playedText: part };
  if (speech.dropped) return [dropped, dropped, dropped, dropped, dropped, { type: 'speechStarted', speech: id }];
  const failed: Move = { type: 'speechFailed', speech: id, playedText: part, message: 'down' };
  if (!speech.started) return pick(10) === 0 ? [failed] : [{ type: 'speechStarted', speech: id }];
  return speech.ended || speech.over ? [{ type: 'speechCompleted', speech: id, playedText: said }, failed] : [];
}

/** What else may happen, most of it without sense. */
function oddMoves(world: World, pick: Pick): Move[] {
  const stale = TIMERS.filter((timer) => timer !== world.armed?.timer);
  const timer = stale[pick(stale.length)] ?? 'idle';
  const all: Move[] = [
    { type: 'connected' },
    { type: 'timerElapsed', timer },
    { type: 'holdMessageDue', message: 'One moment.' },
    { type: 'holdMessageDue', message: '🤔' },
    { type: 'callerSpeechStarted' },
    { type: 'callerSpeechEnded', silentAt: world.at },
    { type: 'speechCompleted', speech: 999, playedText: 'Ghost' },
    { type: 'transcriptionFailed', message: 'down', retryable: pick(20) > 0 },
  ];
  if (pick(30) === 0) all.push({ type: 'disconnected', reason: 'caller_left' });
  return [all[pick(all.length)] as Move];
}

/** Chance drawn from one number, as often as needed. */
function chance(seed: number): Pick {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
}

/** One step of fate: time passes, a wait that is over elapses first, then somebody moves. */
function goesOn(world: World, fate: number): void {
  const pick = chance(fate);
  const later = world.at + [0, 20, 300, 900, 2_500, 9_000][pick(6)]!;
  if (world.armed && world.armed.due <= later) {
    const { timer, due } = world.armed;
    return world.take({ type: 'timerElapsed', timer, at: due });
  }
  const moves = [
    ...[...callersMoves(world, pick), ...modelsMoves(world, pick), ...mouthsMoves(world, pick)],
    ...[...mouthsMoves(world, pick), ...oddMoves(world, pick)],
  ];
  const move = moves[pick(moves.length)] as Move;
  if (move.type === 'callerSpeechStarted' || move.type === 'callerSpeechEnded')
    world.callerTalks = move.type === 'callerSpeechStarted';
  world.take({ ...move, at: later });
  // Speeches that are thrown away are mostly accounted for at once.
  for (const [speech, { said, dropped }] of world.live)
    if (dropped && pick(10) > 0) world.take({ type: 'speechCancelled', speech, playedText: said[0] ?? '', at: later });
}

/** The caller leaves, and the mouth accounts for everything. */
function closes(world: World): void {
  world.take({ type: 'disconnected', reason: 'caller_left', at: world.at });
  for (const [speech] of world.live) world.take({ type: 'speechCancelled', speech, playedText: '', at: world.at });
  assert.equal(world.state.phase, 'ended');
  assert.isNull(world.armed);
  assert.isFalse(world.holdArmed);
  assert.isNull(world.thinking);
  assert.isNull(world.foreseen);
  for (const { ended, dropped, over } of world.speeches.values()) assert.isTrue((ended || dropped) && over);
}

const settings: fc.Arbitrary<ConversationSettings> = fc.record({
  language: fc.constant('en'),
  systemPrompt: fc.constantFrom('', 'Be kind.'),
  greeting: fc.constantFrom('Hello there, caller. Welcome!', ' '),
  interruptionMinWords: fc.constantFrom(0, 1, 3),
  ignoreUntilGreeted: fc.boolean(),
  idleMs: fc.constantFrom(0, 5_000),
  idlePrompt: fc.constantFrom(null, { message: 'Still there?', repeats: 2 }, { message: ' ', repeats: 1 }),
  closingMessage: fc.constantFrom('', 'Goodbye.', '👋'),
  hold: fc.constantFrom(null, { afterMs: 1_000, messages: ['One moment.'] }),
  tools: fc.constant([END_CONVERSATION]),
});

describe('a conversation in any world', () => {
  it('always has somebody who owes the next move, keeps its books, and ends once', function () {
    this.timeout(120_000);
    let steps = 0;
    const phases: Record<string, number> = {};
    const fates = fc.array(fc.nat(), { minLength: 1, maxLength: 300, size: 'max' });
    const lives = fc.property(settings, fates, (agent, moves) => {
      const world = new World(agent);
      try {
        world.take({ type: 'connected', at: 0 });
        for (const fate of moves) {
          if (world.state.phase === 'ended' && fate % 8 === 0) break;
          goesOn(world, fate);
          phases[world.state.phase] = (phases[world.state.phase] ?? 0) + 1;
        }
        closes(world);
      } catch (cause) {
        const story = world.story.map((chapter) => JSON.stringify(chapter));
        throw new Error(`The story so far:\n${story.join('\n')}`, { cause });
      }
      steps += world.steps;
    });
    fc.assert(lives, { numRuns: 3_000 });
    assert.isAtLeast(steps, 100_000);
    // A world in which every call ends at once would prove nothing.
    assert.isAbove(phases['open'] ?? 0, steps / 4);
  });
});
