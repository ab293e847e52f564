import { assert } from 'chai';
import type { EndpointingSettings } from '../../../domain/voice/end-of-turn-waits.ts';
import type { VendorTurnReport } from '../../../domain/voice/state.ts';
import {
  TRANSCRIPTION,
  completes,
  elapses,
  final,
  generates,
  greeted,
  pauses,
  replying,
  starts,
  stops,
  talks,
  types,
  type ConversationTable,
  type InputAt,
} from './conversation-table.ts';

const AUTO: EndpointingSettings = { mode: 'auto', maxWaitMs: 2_000, waits: [] };

const reports = (text: string, report: VendorTurnReport, isFinal = false): InputAt => {
  return (at) => ({ type: 'transcriptReceived', text, final: isFinal, processor: 'testSTT', ...report, at });
};
const ends = (text: string, report: VendorTurnReport = {}): InputAt =>
  reports(text, { turn: 'ended', ...report }, true);

/** The caller's speech starts, with a vendor that reports turns. */
const talksToVendor: InputAt = (at) => ({
  ...talks(at),
  type: 'callerSpeechStarted',
  ...{ level: { isTrusted: true, hasGate: false, fadedSince: null } },
  transcription: { ...TRANSCRIPTION, reportsTurns: true },
});

const causes = ({ events }: ConversationTable): string[] =>
  events.flatMap((event) => (event.type === 'turn_ended' ? [event.ended_by] : []));

describe('turn that the vendor reports', () => {
  it('ends with the report after silence', () => {
    const scene = greeted({ endpointing: AUTO }).plays([
      [2, talksToVendor, 'wait no_activity 300'],
      [2.4, reports('My name', {}), 'wait turn_end 10'],
      [2.8, stops, 'wait turn_end 1.5'],
      [3.2, ends('My name is Ada and'), 'generate 2: My name is Ada and', 'wait model_output 8'],
    ]);
    assert.deepEqual(causes(scene), ['vendor']);
  });

  it('ends with the report in spite of sound', () => {
    const scene = greeted({ endpointing: AUTO })
      .after([2, talksToVendor], [2.4, reports('What time is it', {})])
      .plays([
        [
          2.9,
          ends('What time is it?'),
          ...['end utterance', 'rearm', 'generate 2: What time is it?', 'wait model_output 8'],
        ],
      ]);
    assert.deepEqual(causes(scene), ['vendor']);
    const silence = scene.events.find(({ type }) => type === 'caller_speech_ended');
    assert.deepInclude(silence, { silence_at: 2_400 });
  });

  it('ends by silence when the report is missing', () => {
    const scene = greeted({ endpointing: AUTO })
      .after([2, talksToVendor], [2.4, reports('What time is it', {})], [2.8, stops])
      .plays([[4.3, elapses('turn_end'), 'end utterance', 'generate 2: What time is it', 'wait model_output 8']]);
    assert.deepEqual(causes(scene), ['silence']);
  });

  it('waits for the report after a final transcript without one', () => {
    greeted({ endpointing: { ...AUTO, mode: 'vendor' } })
      .after([2, talksToVendor], [2.8, stops])
      .plays([
        [3, final('What time is it?'), 'wait turn_end 1.3'],
        [3.4, ends(''), 'generate 2: What time is it?', 'wait model_output 8'],
      ]);
  });

  it('continues when the caller speaks before the report', () => {
    greeted({ endpointing: AUTO })
      .after([2, talksToVendor], [2.8, stops], [3, final('In Paris')])
      .plays([
        [3.5, talksToVendor, 'wait turn_end 10'],
        [4, stops, 'wait turn_end 1.5'],
        [4.1, ends('or Rome'), 'generate 2: In Paris or Rome', 'wait model_output 8'],
      ]);
  });

  it('is generated preemptively when it has likely ended, until the caller resumes', () => {
    const scene = greeted({ endpointing: AUTO }).after(
      [2, talksToVendor],
      [2.4, reports('What time', {})],
      [2.7, reports('What time', { turn: 'likely_ended' })],
    );
    assert.deepEqual(scene.preemptive, ['2: What time']);
    scene.after([2.9, reports('What time', { turn: 'resumed' })], [3, pauses]);
    assert.deepEqual(scene.preemptive, ['2: What time', 'not 2']);
    scene.after([3.4, reports('What time is it', { turn: 'likely_ended' })]);
    assert.deepEqual(scene.preemptive, ['2: What time', 'not 2', '2: What time is it']);
    scene.plays([
      [
        3.6,
        ends('What time is it?'),
        ...['end utterance', 'rearm', 'generate 2: What time is it?', 'wait model_output 8'],
      ],
    ]);
    assert.lengthOf(scene.preemptive, 3);
  });

  it('ends by the timer unless the agent asks for reports', () => {
    for (const endpointing of [null, { ...AUTO, mode: 'timer' as const }]) {
      const scene = greeted({ ...(endpointing && { endpointing }) })
        .after(
          [2, talksToVendor],
          [2.4, reports('Hello', { turn: 'ended' })],
          [2.5, reports('Hello', { turn: 'likely_ended' })],
        )
        .plays([
          [2.8, stops, 'wait final_transcript 3'],
          [3, final('Hello'), 'generate 2: Hello', 'wait model_output 8'],
        ]);
      assert.deepEqual(causes(scene), ['silence']);
      assert.isEmpty(scene.preemptive);
    }
  });

  it('leaves no background where it ended in a pause', () => {
    greeted({ endpointing: AUTO })
      .after([2, talksToVendor], [2.4, reports('What time is it', {})], [2.6, pauses])
      .after([2.7, ends('What time is it?')], [2.9, generates(2, 'It is noon.')], [3, completes(2)], [3.1, starts(3)])
      .plays([[4, talksToVendor, 'pause', 'wait unconfirmed_speech 3']]);
  });

  it('ends the utterance of a backchannel, so that what follows in the same sound is a new one', () => {
    replying({ endpointing: AUTO })
      .after([5, talksToVendor])
      .plays([[5.5, ends('Mhm.'), 'resume', 'end utterance', 'rearm', 'no wait']]);
  });

  it('is not waited for after text input, and the utterance ends', () => {
    const scene = greeted({ endpointing: AUTO })
      .after([2, talksToVendor], [2.4, reports('My number is', { utterance: 0 })], [2.8, stops])
      .plays([
        [3, types('1234'), 'end utterance', 'wait turn_end 2'],
        [3.1, types('5'), 'wait turn_end 2'],
      ])
      .plays([
        [
          3.2,
          reports('My number is', { utterance: 0 }, true),
          'generate 2: 1234 5 My number is',
          'wait model_output 8',
        ],
      ]);
    assert.deepEqual(causes(scene), ['text']);
  });

  it('ends by missing words in sound where the vendor makes no reports, also if it should decide', () => {
    const words = (at: number) => ({ ...talksToVendor(at), transcription: { ...TRANSCRIPTION, interimGapMs: 200 } });
    greeted({ endpointing: { ...AUTO, mode: 'vendor' } })
      .after([2, words])
      .plays([[2.4, reports('What time is it', {}), 'wait turn_end 1.4']]);
  });

  it('ignores results of an utterance that was answered', () => {
    greeted()
      .after([2, talks], [2.4, reports('Hello', { utterance: 4 })], [2.8, stops])
      .plays([
        [5.8, elapses('final_transcript'), 'generate 2: Hello', 'wait model_output 8'],
        [6, reports('Hello', { utterance: 4 }, true)],
        [6.1, reports('Hello', { utterance: 3 }, true)],
        [
          6.2,
          reports('Hello again', { utterance: 5 }, true),
          'cancel generation 2',
          'generate 3: Hello Hello again',
          'wait model_output 8',
        ],
      ]);
  });
});
