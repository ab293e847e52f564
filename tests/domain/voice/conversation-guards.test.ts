import { assert } from 'chai';
import { END_CONVERSATION } from '../../../domain/voice/conversation-context.ts';
import {
  apology,
  awaitingReply,
  callsTool,
  cancelled,
  completes,
  connects,
  ConversationTable,
  disconnects,
  elapses,
  final,
  generates,
  greeted,
  holdMessageDue,
  interim,
  pauses,
  played,
  replying,
  starts,
  stops,
  sttFails,
  talks,
  types,
  type InputAt,
} from './conversation-table.ts';

const SEARCH = { name: 'search', description: 'Searches.', parameters: {} };
const LATE_REPLY = { afterMs: 2_000, messages: ['One moment.'] };

/** Events of one type, without their times. */
const eventsOf = (scene: ConversationTable, type: string): object[] =>
  scene.events.filter((event) => event.type === type).map(({ at: _at, ...event }) => event);

describe('conversation context', () => {
  it('is empty without a system prompt and a greeting', () => {
    assert.deepEqual(new ConversationTable({ systemPrompt: ' \n', greeting: ' ' }).after([0, connects]).context, []);
    assert.deepEqual(new ConversationTable({ systemPrompt: 'Be kind.' }).context, ['system: Be kind.']);
  });
});

describe('text reply', () => {
  it('is reported by segment, and needs no apology', () => {
    const scene = greeted()
      .after([2, types('What time is it?', { audioResponse: false })], [3, generates(2, 'It is noon. And')])
      .after([4, generates(2, ' sunny. Bye')])
      .plays([[5, completes(2), 'wait no_activity 300']]);
    const part = { type: 'agent_speech_text', audio: false, speech: 2 };
    assert.deepEqual(eventsOf(scene, 'agent_speech_text'), [
      { ...part, part: 0, text: 'It is noon.' },
      { ...part, part: 1, text: 'And sunny.' },
      { ...part, part: 2, text: 'Bye' },
    ]);
  });
});

describe('agent speech', () => {
  it('is identified by its id', () => {
    const scene = awaitingReply({ hold: LATE_REPLY }).after(
      ...([
        [5, holdMessageDue('One moment.')],
        [5.5, generates(2, 'It is noon.')],
        [5.6, completes(2)],
        [6, starts(4)],
        [6.1, starts(3)],
        [7, played(4, 'It is noon.')],
      ] as const),
    );
    assert.deepEqual(eventsOf(scene, 'agent_speech_started').slice(1), [
      { type: 'agent_speech_started', speech: 4, kind: 'reply' },
      { type: 'agent_speech_started', speech: 3, kind: 'hold' },
    ]);
    const [, ended, ...more] = eventsOf(scene, 'agent_speech_ended');
    assert.include(ended, { speech: 4, kind: 'reply', started_at: 6_000, played_text: 'It is noon.' });
    assert.isEmpty(more);
    assert.equal(scene.context.at(-1), 'agent: It is noon.');
  });

  it('is cancelled only once', () => {
    const scene = replying().after([5, final('Stop it')]);
    scene.plays([[5.1, disconnects('caller_left')]]);
    scene.plays([[5.2, cancelled(3, 'It is'), 'ended: caller_left']]);
  });
});

describe('tool call', () => {
  it('ends the call only if it is that tool, and the agent has it', () => {
    const both = { tools: [SEARCH, END_CONVERSATION] };
    const ends = ['mute', 'hang up: agent_ended', 'ended: agent_ended', 'no wait'];
    awaitingReply(both)
      .after([3.5, callsTool(2, END_CONVERSATION.name)])
      .plays([[4, completes(2), ...ends]]);
    for (const [tools, name] of [
      [both.tools, SEARCH.name],
      [[SEARCH], END_CONVERSATION.name],
    ] as const)
      awaitingReply({ tools })
        .after([3.5, callsTool(2, name)])
        .plays([[4, completes(2), ...apology(3), 'wait first_audio 15']]);
  });

  it('is ignored when its generation was cancelled', () => {
    greeted().plays([[2, callsTool(9, SEARCH.name)]]);
  });
});

describe('failure event', () => {
  it('says that the model did not answer in time', () => {
    const scene = awaitingReply().after([11, elapses('model_output')]);
    const message = 'The model did not answer in time';
    assert.deepEqual(eventsOf(scene, 'stage_failed'), [{ type: 'stage_failed', stage: 'llm', message }]);
  });
});

describe('caller input', () => {
  const answered = ['generate 2: Hi there', 'wait model_output 8'];

  it('is a short silence only while the caller speaks', () => {
    greeted().plays([
      [2, pauses],
      [3, final('Hi there'), ...answered],
    ]);
    greeted()
      .after([2, talks], [2.8, stops])
      .plays([
        [2.9, pauses],
        [3, final('Hi there'), ...answered],
      ]);
  });

  it('reports no end of speech while the agent ends the call', () => {
    const scene = awaitingReply().after(
      ...([
        [3.5, generates(2, 'Goodbye.')],
        [3.6, callsTool(2, END_CONVERSATION.name)],
        [3.7, talks],
        [3.8, completes(2)],
        [5, stops],
      ] as const),
    );
    assert.deepEqual(eventsOf(scene, 'caller_voice_activity').slice(2), [{ type: 'caller_voice_activity', on: true }]);
  });

  it('is trimmed, and empty transcripts are not reported', () => {
    const trimmed = greeted().plays([[2, final(' Hi there '), ...answered]]);
    assert.deepEqual(eventsOf(trimmed, 'caller_transcript'), [
      { type: 'caller_transcript', text: 'Hi there', final: true },
    ]);
    const empty = greeted().after([2, talks], [2.8, stops], [3, final(' ')]);
    assert.isEmpty(eventsOf(empty, 'caller_transcript'));
  });

  it('has a transcription latency only with words', () => {
    const latencies = (text: string): number =>
      eventsOf(
        greeted().after([2, talks], [2.5, interim('Hi there')], [2.8, stops], [3, final(text)]),
        'stage_first_output',
      ).length;
    assert.deepEqual(['Hi there', ''].map(latencies), [1, 0]);
  });

  it('may be an utterance of the number 0', () => {
    const words = { text: 'Hi there', final: true, stable: true, processor: 'testSTT' };
    const first: InputAt = (at) => ({ type: 'transcriptReceived', ...words, utterance: 0, at });
    greeted().plays([[2, first, ...answered]]);
  });

  it('is marked as typed only if it takes the turn', () => {
    const typed = (scene: ConversationTable): boolean[] =>
      eventsOf(scene, 'caller_transcript').map((event) => 'typed' in event);
    assert.deepEqual(typed(greeted().after([2, types('Hello')])), [true]);
    assert.deepEqual(typed(greeted().after([2, types('Hello', { runImmediately: false })])), [false]);
    assert.deepEqual(typed(greeted().after([2, talks], [2.5, types('Hello')])), [false]);
  });

  it('is awaited to its end after a failure of STT', () => {
    const scene = greeted().after([2, talks], [2.5, interim('Hi')], [3, sttFails(true)], [3.5, final('Hello')]);
    assert.isEmpty(eventsOf(scene, 'turn_ended'));
    scene.after([3.6, cancelled(2, '')], [4, stops], [4.5, final('again')]);
    assert.deepInclude(eventsOf(scene, 'turn_ended')[0], { text: 'Hello again' });
  });
});
