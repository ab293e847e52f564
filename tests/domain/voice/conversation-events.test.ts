import { assert } from 'chai';
import { measure, metricsBody, newMeasurements } from '../../../domain/voice/measurements.ts';
import type { ConversationEvent } from '../../../domain/voice/conversation-events.ts';
import { transcriptLine } from '../../../domain/voice/transcript.ts';
import {
  replying,
  awaitingReply,
  speechFails,
  callsTool,
  sttFails,
  completes,
  cancelled,
  elapses,
  generationFails,
  greeted,
  final,
  stops,
  connects,
  disconnects,
  retrieves,
  interim,
  ConversationTable,
  talks,
  played,
  starts,
  generates,
  types,
  type InputAt,
} from './conversation-table.ts';

/** Events, one line each: time, type and fields. */
const linesOf = (events: readonly ConversationEvent[]): string[] =>
  events.map(({ at, type, ...details }) => [at / 1000, type, ...Object.values(details).map(String)].join(' '));

/** The events of these rows only, without those before. */
function eventsOf(scene: ConversationTable, ...rows: [number, InputAt][]): string[] {
  const before = scene.events.length;
  return linesOf(scene.after(...rows).events.slice(before));
}

describe('conversation events', () => {
  it('report the speaker, the words, and the start and end of played speech', () => {
    const rows: [number, InputAt][] = [
      [2, talks],
      [2.4, interim('What')],
      [2.8, stops],
      [3, final('What time is it?')],
      [3.4, generates(2, ' It')],
      [3.5, generates(2, ' is noon. ')],
      [3.6, completes(2)],
      [4, starts(3)],
      [5, played(3, 'It is noon.')],
    ];
    assert.deepEqual(eventsOf(greeted(), ...rows), [
      '2 caller_voice_activity true',
      '2.4 caller_transcript What false',
      '2 caller_turn_started',
      '2.8 caller_voice_activity false',
      '2.8 caller_speech_ended 2300',
      '3 caller_transcript What time is it? true',
      '3 stage_first_output stt testSTT null 2300',
      '3 caller_pause_started 2300 500 complete en',
      '3 turn_ended What time is it? 2000 silence',
      '3.5 first_segment_ready 3400',
      '4 agent_speech_started 3 reply',
      '5 agent_speech_ended 3 reply 4000 It is noon. false',
    ]);
  });

  it('date a turn back that only its final transcript confirms', () => {
    assert.deepEqual(eventsOf(greeted(), [2, talks], [2.8, stops], [3, final('Hello')]).slice(2), [
      '3 caller_transcript Hello true',
      '2 caller_turn_started',
      '3 caller_speech_ended 2300',
      '3 stage_first_output stt testSTT null 2300',
      '3 caller_pause_started 2300 500 open en',
      '3 turn_ended Hello 2000 silence',
    ]);
  });

  it('report a rejected interruption as voice activity and transcript only', () => {
    const scene = replying({ interruptionMinWords: 3 });
    assert.deepEqual(eventsOf(scene, [5, talks], [5.5, stops], [5.7, final('mhm')]), [
      '5 caller_voice_activity true',
      '5.5 caller_voice_activity false',
      '5.7 caller_transcript mhm true',
    ]);
  });

  it('report the played text of an interrupted speech', () => {
    assert.include(
      eventsOf(replying(), [5, talks], [5.4, interim('And')], [5.4, cancelled(3, 'It is')]),
      '5.4 agent_speech_ended 3 reply 4000 It is true',
    );
  });

  it('report interim words as final when the final transcript is missing or empty', () => {
    const received: [number, InputAt][] = [
      [2, talks],
      [2.4, interim('Hello')],
      [2.8, stops],
    ];
    for (const last of [elapses('final_transcript'), final('')])
      assert.include(eventsOf(greeted(), ...received, [5.8, last]), '5.8 caller_transcript Hello true');
  });

  it('omit the end of speech that VAD did not detect', () => {
    assert.deepEqual(eventsOf(greeted(), [2, interim('Hello')], [2.5, final('Hello there')]), [
      '2 caller_transcript Hello false',
      '2 caller_turn_started',
      '2.5 caller_transcript Hello there true',
      '2.5 turn_ended Hello there 2000 silence',
    ]);
  });

  it('report the start of a speech once and a failure as no interruption', () => {
    assert.deepEqual(eventsOf(replying(), [4.5, starts(3)], [5, speechFails(3, 'It is')], [5, played(3, 'It is')]), [
      '5 agent_speech_ended 3 reply 4000 It is false',
      '5 stage_failed tts TTS is down',
    ]);
  });

  it('omit a speech without audio', () => {
    assert.deepEqual(eventsOf(awaitingReply(), [3.5, generates(2, 'It is noon. ')], [4, speechFails(3, '')]), [
      '3.5 first_segment_ready 3500',
      '4 stage_failed tts TTS is down',
    ]);
  });

  it('report muting, vendor failures, tool calls and the end', () => {
    assert.deepEqual(
      eventsOf(
        new ConversationTable({ ignoreUntilGreeted: true }),
        [0, connects],
        [1, sttFails(true)],
        [2, speechFails(1, '')],
      ),
      [
        '0 connected',
        '0 caller_muted true',
        '1 stage_failed stt STT is down',
        '2 stage_failed tts TTS is down',
        '2 caller_muted false',
      ],
    );
    assert.deepEqual(eventsOf(awaitingReply(), [3.5, generationFails(2)], [3.6, generationFails(2)], [4, starts(3)]), [
      '3.5 stage_failed llm The model is down',
      '4 agent_speech_started 3 apology',
    ]);
    assert.deepEqual(eventsOf(awaitingReply(), [3.5, callsTool(2, 'end_conversation')], [3.6, completes(2)]), [
      '3.6 tool_started c1 end_conversation',
      '3.6 tool_done c1 end_conversation',
      '3.6 caller_muted true',
      '3.6 ended agent_ended',
    ]);
  });

  it('report retrieval, and sources only when there are any', () => {
    const sources = [{ source_filename: 'menu.pdf', page: 2 }];
    const id = 'c1';
    const name = 'search';
    const rows: [number, InputAt][] = [
      [3.2, retrieves(2, { type: 'tool_started', id, name })],
      [3.4, retrieves(2, { type: 'tool_done', id, name })],
      [3.5, retrieves(2, { type: 'sources_cited', sources })],
      [3.6, retrieves(2, { type: 'sources_cited', sources: [] })],
      [3.7, retrieves(9, { type: 'sources_cited', sources })],
    ];
    assert.deepEqual(eventsOf(awaitingReply(), ...rows), [
      '3.2 tool_started c1 search',
      '3.4 tool_done c1 search',
      '3.5 sources_cited [object Object]',
    ]);
    awaitingReply()
      .after(...rows)
      .plays([[4, generates(2, 'Hm.'), 'wait model_output 8']]);
  });

  it('restart the wait for the model when retrieval is reported', () => {
    awaitingReply().plays([[3.2, retrieves(2, { type: 'sources_cited', sources: [] }), 'wait model_output 8']]);
    awaitingReply().plays([[3.2, retrieves(9, { type: 'sources_cited', sources: [] })]]);
  });

  it('report text input as a whole turn that started with the speech before it', () => {
    assert.equal(
      eventsOf(greeted(), [2, talks], [2.5, types('Hello')], [3, stops], [3.5, final('')]).at(-1),
      '3.5 turn_ended Hello 2000 silence',
    );
    assert.deepEqual(eventsOf(greeted(), [2, types('Hello')]), [
      '2 caller_transcript Hello true true',
      '2 caller_turn_started',
      '2 caller_speech_ended 2000',
      '2 turn_ended Hello 2000 text',
    ]);
  });
});

describe('events of an interrupted conversation', () => {
  const interrupted = (): ConversationTable =>
    replying()
      .after(
        [5, talks],
        [5.4, interim('And')],
        [5.4, cancelled(3, 'It is noon.')],
        [6, stops],
        [6.2, final('And now?')],
      )
      .after([6.5, generates(4, 'Still noon.')], [6.6, completes(4)], [7, starts(5)], [8, disconnects('caller_left')])
      .after([8, cancelled(5, 'Still')]);

  it('yield a transcript of the played text, in order of speaking', () => {
    assert.equal(
      interrupted().events.map(transcriptLine).join(''),
      [
        '[1970-01-01T00:00:00.500Z] assistant: Hello.\n',
        '[1970-01-01T00:00:02.000Z] user: What time is it?\n',
        '[1970-01-01T00:00:04.000Z] assistant: It is noon.\n',
        '[1970-01-01T00:00:05.000Z] user: And now?\n',
        '[1970-01-01T00:00:07.000Z] assistant: Still\n',
      ].join(''),
    );
  });

  it('yield the metrics of the call', () => {
    const { summary, turns, latencies } = metricsBody(interrupted().events.reduce(measure, newMeasurements(0)));
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
