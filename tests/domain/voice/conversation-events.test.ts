import { assert } from 'chai';
import { measure, metricsBody, newMeasurements } from '../../../domain/voice/measurements.ts';
import type { ConversationEvent } from '../../../domain/voice/conversation-events.ts';
import { transcriptLine } from '../../../domain/voice/transcript.ts';
import {
  answering,
  asked,
  breaks,
  calls,
  deaf,
  done,
  dropped,
  elapses,
  fails,
  greeted,
  hears,
  hushes,
  joins,
  leaves,
  looks,
  partly,
  Scene,
  sounds,
  spoken,
  starts,
  thinks,
  types,
  type Happens,
} from './conversation-table.ts';

/** What is told, one line each: when it happened, what, and its details. */
const linesOf = (told: readonly ConversationEvent[]): string[] =>
  told.map(({ at, type, ...details }) => [at / 1000, type, ...Object.values(details).map(String)].join(' '));

/** Only what is told about these rows, not about what led up to them. */
function tells(scene: Scene, ...rows: [number, Happens][]): string[] {
  const before = scene.told.length;
  return linesOf(scene.after(...rows).told.slice(before));
}

describe('a conversation tells its observers', () => {
  it('who speaks, what was said, and when it really began and ended', () => {
    const rows: [number, Happens][] = [
      [2, sounds],
      [2.4, partly('What')],
      [2.8, hushes],
      [3, hears('What time is it?')],
      [3.4, thinks(2, ' It')],
      [3.5, thinks(2, ' is noon. ')],
      [3.6, done(2)],
      [4, starts(3)],
      [5, spoken(3, 'It is noon.')],
    ];
    assert.deepEqual(tells(greeted(), ...rows), [
      '2 caller_voice_activity true',
      '2.4 caller_transcript What false',
      '2 caller_turn_started',
      '2.8 caller_voice_activity false',
      '2.8 caller_speech_ended 2300',
      '3 caller_transcript What time is it? true',
      '3 stage_first_output stt testSTT null 2300',
      '3 turn_ended What time is it? 2000',
      '3.5 first_segment_ready 3400',
      '4 agent_speech_started 3 reply',
      '5 agent_speech_ended 3 reply 4000 It is noon. false',
    ]);
  });

  it('the start and the end of a turn that only its final result confirms, dated back', () => {
    assert.deepEqual(tells(greeted(), [2, sounds], [2.8, hushes], [3, hears('Hello')]).slice(2), [
      '3 caller_transcript Hello true',
      '2 caller_turn_started',
      '3 caller_speech_ended 2300',
      '3 stage_first_output stt testSTT null 2300',
      '3 turn_ended Hello 2000',
    ]);
  });

  it('nothing but the sound and the words of an interruption that was none', () => {
    const scene = answering({ interruptionMinWords: 3 });
    assert.deepEqual(tells(scene, [5, sounds], [5.5, hushes], [5.7, hears('mhm')]), [
      '5 caller_voice_activity true',
      '5.5 caller_voice_activity false',
      '5.7 caller_transcript mhm true',
    ]);
  });

  it('that a speech was cut short, and what was heard of it', () => {
    assert.include(
      tells(answering(), [5, sounds], [5.4, partly('And')], [5.4, dropped(3, 'It is')]),
      '5.4 agent_speech_ended 3 reply 4000 It is true',
    );
  });

  it('which words stand when their final result never comes, or is empty', () => {
    const heard: [number, Happens][] = [
      [2, sounds],
      [2.4, partly('Hello')],
      [2.8, hushes],
    ];
    for (const last of [elapses('final_transcript'), hears('')])
      assert.include(tells(greeted(), ...heard, [5.8, last]), '5.8 caller_transcript Hello true');
  });

  it('no end of a sound that nobody noticed', () => {
    assert.deepEqual(tells(greeted(), [2, partly('Hello')], [2.5, hears('Hello there')]), [
      '2 caller_transcript Hello false',
      '2 caller_turn_started',
      '2.5 caller_transcript Hello there true',
      '2.5 turn_ended Hello there 2000',
    ]);
  });

  it('a start once, though it is reported twice, and that a failure is no interruption', () => {
    assert.deepEqual(tells(answering(), [4.5, starts(3)], [5, breaks(3, 'It is')], [5, spoken(3, 'It is')]), [
      '5 agent_speech_ended 3 reply 4000 It is false',
      '5 stage_failed tts The voice is down',
    ]);
  });

  it('nothing of a speech that made no sound', () => {
    assert.deepEqual(tells(asked(), [3.5, thinks(2, 'It is noon. ')], [4, breaks(3, '')]), [
      '3.5 first_segment_ready 3500',
      '4 stage_failed tts The voice is down',
    ]);
  });

  it('when it is deaf by its own will, faults of the vendors, tools and the end', () => {
    assert.deepEqual(tells(new Scene({ ignoreUntilGreeted: true }), [0, joins], [1, deaf(true)], [2, breaks(1, '')]), [
      '0 connected',
      '0 caller_muted true',
      '1 stage_failed stt The ear is down',
      '2 stage_failed tts The voice is down',
      '2 caller_muted false',
    ]);
    assert.deepEqual(tells(asked(), [3.5, fails(2)], [3.6, fails(2)], [4, starts(3)]), [
      '3.5 stage_failed llm The model is down',
      '4 agent_speech_started 3 apology',
    ]);
    assert.deepEqual(tells(asked(), [3.5, calls(2, 'end_conversation')], [3.6, done(2)]), [
      '3.6 tool_started c1 end_conversation',
      '3.6 tool_done c1 end_conversation',
      '3.6 caller_muted true',
      '3.6 ended agent_ended',
    ]);
  });

  it('what is looked up for an answer, and what was found only where there is something', () => {
    const sources = [{ source_filename: 'menu.pdf', page: 2 }];
    const id = 'c1';
    const name = 'search';
    const rows: [number, Happens][] = [
      [3.2, looks(2, { type: 'tool_started', id, name })],
      [3.4, looks(2, { type: 'tool_done', id, name })],
      [3.5, looks(2, { type: 'sources_cited', sources })],
      [3.6, looks(2, { type: 'sources_cited', sources: [] })],
      [3.7, looks(9, { type: 'sources_cited', sources })],
    ];
    assert.deepEqual(tells(asked(), ...rows), [
      '3.2 tool_started c1 search',
      '3.4 tool_done c1 search',
      '3.5 sources_cited [object Object]',
    ]);
    asked()
      .after(...rows)
      .plays([[4, thinks(2, 'Hm.'), 'wait model_output 8']]);
  });

  it('begins the wait for the first word anew whenever something is looked up', () => {
    asked().plays([[3.2, looks(2, { type: 'sources_cited', sources: [] }), 'wait model_output 8']]);
    asked().plays([[3.2, looks(9, { type: 'sources_cited', sources: [] })]]);
  });

  it('typed text as words and as a whole turn, which began with the sound before it', () => {
    assert.equal(
      tells(greeted(), [2, sounds], [2.5, types('Hello')], [3, hushes], [3.5, hears('')]).at(-1),
      '3.5 turn_ended Hello 2000',
    );
    assert.deepEqual(tells(greeted(), [2, types('Hello')]), [
      '2 caller_transcript Hello true true',
      '2 caller_turn_started',
      '2 caller_speech_ended 2000',
      '2 turn_ended Hello 2000',
    ]);
  });
});

describe('what a conversation tells', () => {
  const interrupted = (): Scene =>
    answering()
      .after([5, sounds], [5.4, partly('And')], [5.4, dropped(3, 'It is noon.')], [6, hushes], [6.2, hears('And now?')])
      .after([6.5, thinks(4, 'Still noon.')], [6.6, done(4)], [7, starts(5)], [8, leaves('caller_left')])
      .after([8, dropped(5, 'Still')]);

  it('makes a transcript of what was heard, in the order of speaking', () => {
    assert.equal(
      interrupted().told.map(transcriptLine).join(''),
      [
        '[1970-01-01T00:00:00.500Z] assistant: Hello.\n',
        '[1970-01-01T00:00:02.000Z] user: What time is it?\n',
        '[1970-01-01T00:00:04.000Z] assistant: It is noon.\n',
        '[1970-01-01T00:00:05.000Z] user: And now?\n',
        '[1970-01-01T00:00:07.000Z] assistant: Still\n',
      ].join(''),
    );
  });

  it('makes the metrics of the call', () => {
    const { summary, turns, latencies } = metricsBody(interrupted().told.reduce(measure, newMeasurements(0)));
    assert.deepEqual(
      turns.map(({ duration_secs, was_interrupted }) => [duration_secs, was_interrupted]),
      [
        [2, false],
        [3, true],
        [3, true],
      ],
    );
    assert.deepEqual(latencies.user_to_bot_secs, [1.7, 1.5]);
    assert.equal(latencies.first_bot_speech_secs, 0.5);
    assert.equal(summary.turn_count, 3);
  });
});
