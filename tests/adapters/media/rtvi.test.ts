import { assert } from 'chai';
import { readClientMessage, RTVI_VERSION, RtviEvents } from '../../../adapters/media/protocols/rtvi.ts';
import type { ConversationEvent } from '../../../domain/voice/conversation-events.ts';

const at = Date.parse('2026-01-01T00:00:00.000Z');
const piece = (part: number, text: string, more: { audio?: boolean } = {}): ConversationEvent => ({
  ...{ type: 'agent_speech_text', audio: true, speech: 4, part, text, at },
  ...more,
});
const played = (part: number, text: string, so: string): ConversationEvent => ({
  ...{ type: 'agent_speech_text_played', speech: 4, part, text, played: so, at },
});
const outputs = (events: RtviEvents, ...happened: ConversationEvent[]) =>
  happened
    .flatMap((event) => events.messagesOf(event))
    .filter(({ type }) => type === 'bot-output')
    .map(({ data }) => data);

describe('RTVI, agent text', () => {
  it('is new at the start and completed after playout, one segment per sentence', () => {
    const output = outputs(
      new RtviEvents('2.1.0'),
      piece(0, 'We open.'),
      piece(1, 'At nine.'),
      played(0, 'We open.', 'We open.'),
      played(1, 'At nine.', 'At nine.'),
    );
    const sentence = { aggregated_by: 'sentence', will_be_spoken: true };
    const started = (segment_id: number, text: string) => ({
      ...{ ...sentence, text, segment_id, spoken_status: 'new' },
      spoken_progress: { accumulated_text: '', remaining_text: text },
    });
    const over = (segment_id: number, text: string) => ({
      ...{ ...sentence, text, segment_id, spoken_status: 'completed' },
      spoken_progress: { accumulated_text: text, remaining_text: '' },
    });
    assert.deepEqual(output, [
      started(1, 'We open.'),
      started(2, 'At nine.'),
      over(1, 'We open.'),
      over(2, 'At nine.'),
    ]);
  });

  it('ends in progress with the played text when interrupted', () => {
    const [, cut] = outputs(
      new RtviEvents(null),
      piece(0, 'We open at nine.'),
      played(0, 'We open at nine.', 'We open'),
    );
    assert.deepInclude(cut as object, {
      segment_id: 1,
      spoken_status: 'in-progress',
      spoken_progress: { accumulated_text: 'We open', remaining_text: ' at nine.' },
    });
  });

  it('has no playout status when it is text only', () => {
    const events = new RtviEvents('2.0.0');
    const messages = events.messagesOf(piece(0, 'We open.', { audio: false }));
    assert.deepEqual(
      messages.map(({ type }) => type),
      ['bot-output', 'bot-transcription'],
    );
    assert.deepEqual(messages[0]?.data, {
      ...{ text: 'We open.', aggregated_by: 'sentence', segment_id: 1, will_be_spoken: false },
    });
  });

  it('is sent once per sentence to a client of version 1, in its version', () => {
    const events = new RtviEvents('1.2.0');
    assert.equal(events.version, '1.2.0');
    assert.deepEqual(outputs(events, piece(0, 'We open.'), played(0, 'We open.', 'We open.')), [
      { text: 'We open.', aggregated_by: 'sentence', spoken: true },
    ]);
    for (const version of [null, '2.0.0', 'one', '11.0.0']) assert.equal(new RtviEvents(version).version, RTVI_VERSION);
  });
});

describe('RTVI, typed text', () => {
  it('is a caller turn that ends the agent’s message unless it waits or the caller talks', () => {
    const reported = (more: object) =>
      new RtviEvents(null)
        .messagesOf({ type: 'caller_transcript', text: 'Stop', final: true, at, ...more })
        .map(({ type }) => type);
    assert.deepEqual(reported({ typed: true }), [
      'user-started-speaking',
      'user-transcription',
      'user-stopped-speaking',
    ]);
    assert.deepEqual(reported({}), ['user-transcription']);
  });

  const read = (data: object) =>
    readClientMessage(JSON.stringify({ label: 'rtvi-ai', type: 'send-text', id: '1', data }));

  it('is answered at once and aloud by default', () => {
    const message = { type: 'send-text', id: '1', content: 'Hi' };
    for (const [options, meant] of [
      [undefined, {}],
      [null, {}],
      [{}, { runImmediately: true, audioResponse: true }],
      [{ run_immediately: false }, { runImmediately: false, audioResponse: true }],
      [
        { audio_response: false, other: 1 },
        { runImmediately: true, audioResponse: false },
      ],
    ] as const)
      assert.deepEqual(read({ content: 'Hi', options }), { ...message, options: meant } as never);
  });

  it('is rejected with options of another type', () => {
    for (const options of ['now', [], { run_immediately: 'no' }, { audio_response: 0 }, { audio_response: null }])
      assert.include(read({ content: 'Hi', options }), { type: 'unknown', id: '1' });
  });
});
