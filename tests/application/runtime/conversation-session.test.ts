import { assert } from 'chai';
import type { CallMetricsBody, LatencyBreakdown } from '../../../domain/calls/call-metrics.ts';
import { END_CONVERSATION } from '../../../domain/voice/conversation-context.ts';
import { scriptedCall, soundsOf } from './scripted-call.ts';

const metricsOf = (call: ReturnType<typeof scriptedCall>): CallMetricsBody => {
  const outcome = call.outcome();
  if (outcome === null || outcome instanceof Error) throw outcome ?? new Error('the call continues');
  return outcome.metrics;
};

describe('ConversationSession', () => {
  /** A question, an interruption of its answer, and a goodbye of the agent. */
  async function conversation() {
    const call = scriptedCall({
      settings: { systemPrompt: 'Be kind.', tools: [END_CONVERSATION] },
      utterances: [
        { partials: [[300, 'What time']], final: 'What time is it?' },
        { partials: [[300, 'And']], final: 'And in Paris?' },
      ],
      answers: [
        { says: ['It is noon. ', 'The sun is out and the sky is blue.'] },
        { says: ['Noon too. Goodbye.'], calls: 'end_conversation' },
      ],
    });
    call.run();
    call.channel.streams([2_000, 3_000], [5_500, 6_300]);
    await call.passes(12_000);
    return call;
  }

  it('sends the model exactly the words that were said and played', async () => {
    const { model, context } = await conversation();
    assert.deepEqual(
      model.requests.map(({ messages, tools }) => [messages.length, tools]),
      [
        [3, [END_CONVERSATION]],
        [5, [END_CONVERSATION]],
      ],
    );
    assert.deepEqual(context(), [
      'system: Be kind.',
      'assistant: Hello there.',
      'user: What time is it?',
      'assistant: It is noon. The sun is out',
      'user: And in Paris?',
    ]);
  });

  it('writes the transcript as played', async () => {
    const { entry } = await conversation();
    assert.equal(
      entry.transcript,
      [
        'call_id=c1',
        '---',
        '[2026-03-02T09:00:00.100Z] assistant: Hello there.',
        '[2026-03-02T09:00:02.080Z] user: What time is it?',
        '[2026-03-02T09:00:03.900Z] assistant: It is noon. The sun is out',
        '[2026-03-02T09:00:05.580Z] user: And in Paris?',
        '[2026-03-02T09:00:07.200Z] assistant: Noon too. Goodbye.',
        '',
      ].join('\n'),
    );
  });

  it('records the caller left and the agent right, silent from an interruption on', async () => {
    const { entry } = await conversation();
    assert.deepEqual(soundsOf(entry.side(0)), [
      [2_000, 3_000],
      [5_500, 6_300],
    ]);
    assert.deepEqual(soundsOf(entry.side(1)), [
      [100, 820],
      [3_900, 5_580],
      [7_200, 8_220],
    ]);
    assert.equal(entry.side(1).length, 8_220 * 16);
  });

  it('writes its metrics', async () => {
    const { summary, transport, turns, latencies } = metricsOf(await conversation());
    assert.deepEqual(summary, { turn_count: 3, interrupted_turn_count: 1, user_bot_latency_avg_secs: 0.9 });
    assert.deepEqual(transport, { client_connected_secs: 0 });
    assert.deepEqual(
      turns.map(({ duration_secs, was_interrupted }) => [duration_secs, was_interrupted]),
      [
        [2.08, false],
        [3.5, true],
        [2.64, false],
      ],
    );
    assert.deepEqual(latencies.user_to_bot_secs, [0.9, 0.9]);
    assert.equal(latencies.first_bot_speech_secs, 0.1);
    assert.deepEqual(
      (latencies.breakdowns as LatencyBreakdown[]).map(({ ttfb }) =>
        ttfb.map(({ processor, duration_secs }) => `${processor} ${duration_secs}`).join(', '),
      ),
      ['testTTS 0.1', 'testSTT 0.6, testLLM 0.2, testTTS 0.1', 'testSTT 0.6, testLLM 0.2, testTTS 0.1'],
    );
  });

  it('hangs up after its last words and frees everything', async () => {
    const { channel, clock, times, transcription, voice, model, resamplers } = await conversation();
    assert.deepEqual(times('ended'), [8_220]);
    assert.deepEqual([channel.closedWith, channel.clears], [['agent_ended'], [5_580]]);
    assert.deepEqual(transcription.calls, ['begin', 'finish', 'begin', 'finish', 'close']);
    assert.isTrue(voice.closed && model.closed);
    assert.deepEqual([resamplers(), clock.waiting], [0, 0]);
  });

  it('sends all events to the peer, latencies included', async () => {
    const { channel } = await conversation();
    const kinds = channel.events.map(({ type }) => type);
    assert.deepEqual(kinds.slice(0, 6), [
      ...['connected', 'stage_first_output', 'agent_speech_started'],
      ...['agent_speech_text', 'agent_speech_text_played', 'agent_speech_ended'],
    ]);
    const latencies = channel.events.flatMap((event) => ('user_to_bot_secs' in event ? event.user_to_bot_secs : []));
    assert.deepEqual(latencies, [0.9, 0.9]);
    assert.deepEqual(
      channel.events.flatMap((event) => (event.type === 'agent_speech_text' ? [event.text] : [])),
      ['Hello there.', 'It is noon.', 'The sun is out and the sky is blue.', 'Noon too.', 'Goodbye.'],
    );
  });
});

describe('ConversationSession, false interruption', () => {
  it('pauses output, then plays and records every word', async () => {
    const call = scriptedCall({ settings: { greeting: 'Hello there, dear caller.' }, utterances: [{ final: '' }] });
    call.run();
    call.channel.streams([500, 800]);
    await call.passes(5_000);
    call.conversation.end('caller_left');
    await call.passes(1_000);
    const [first, second] = soundsOf(call.entry.side(1));
    assert.deepEqual([first, second?.[0]], [[100, 580], 1_400]);
    assert.closeTo((second?.[1] ?? 0) - 1_400 + 480, 24 * 60, 20, 'at most one frame is heard twice');
    assert.include(call.entry.transcript, 'assistant: Hello there, dear caller.\n');
  });

  it('does not pause an agent with a minimum of words', async () => {
    const call = scriptedCall({
      settings: { greeting: 'Hello there, dear caller.', interruptionMinWords: 3 },
      utterances: [{ partials: [[100, 'mhm']], final: 'mhm' }],
    });
    call.run();
    call.channel.streams([500, 800]);
    await call.passes(5_000);
    assert.isEmpty(call.channel.clears);
    assert.isEmpty(call.model.requests);
    assert.deepEqual(call.times('agent_speech_ended'), [100 + 24 * 60]);
  });
});

describe('ConversationSession, features', () => {
  it('accepts typed text and plays a hold message while the model is slow', async () => {
    const hold = { afterMs: 1_000, messages: ['One moment.', 'Never picked.'] };
    const call = scriptedCall({ settings: { hold }, answers: [{ says: ['It is noon.'], everyMs: 3_000 }] });
    call.run();
    await call.passes(1_000);
    call.channel.listener?.text('What time is it?');
    await call.passes(8_000);
    assert.deepEqual(call.voice.texts, ['Hello there.', 'One moment.', 'It is noon.']);
    assert.deepEqual(call.context(), ['assistant: Hello there.', 'user: What time is it?']);
    assert.deepEqual(call.channel.events.filter(({ type }) => type === 'reply_latency').length, 1);
  });

  it('answers typed text in writing without audio if requested, and aloud after it', async () => {
    const hold = { afterMs: 1_000, messages: ['One moment.'] };
    const answers = [{ says: ['It is noon. The sun is out.'], everyMs: 3_000 }, { says: ['Bye.'] }];
    const call = scriptedCall({ settings: { hold }, answers });
    call.run();
    await call.passes(1_000);
    const { length } = call.channel.frames;
    call.channel.listener?.text('What time is it?', { audioResponse: false });
    await call.passes(8_000);
    assert.lengthOf(call.channel.frames, length);
    const written = call.channel.events.flatMap((event) =>
      event.type === 'agent_speech_text' && !event.audio ? [[event.part, event.text]] : [],
    );
    assert.deepEqual(written, [
      [0, 'It is noon.'],
      [1, 'The sun is out.'],
    ]);
    assert.isEmpty(call.channel.events.filter(({ type }) => type === 'reply_latency'));
    call.channel.listener?.text('Thanks', { runImmediately: false });
    await call.passes(2_000);
    assert.lengthOf(call.model.requests, 1);
    call.channel.listener?.text('Goodbye');
    await call.passes(3_000);
    assert.deepEqual(call.voice.texts, ['Hello there.', 'Bye.']);
    assert.deepEqual(call.context(), [
      'assistant: Hello there.',
      'user: What time is it?',
      'assistant: It is noon. The sun is out.',
      'user: Thanks Goodbye',
    ]);
    assert.deepEqual(call.channel.events.filter(({ type }) => type === 'reply_latency').length, 1);
  });

  it('ignores the caller until the greeting is over if configured, but records everything', async () => {
    const call = scriptedCall({ settings: { ignoreUntilGreeted: true }, utterances: [{ final: 'Good' }] });
    call.run();
    call.channel.streams([200, 1_500]);
    await call.passes(5_000);
    assert.deepEqual(call.times('caller_voice_activity'), [820 + 80, 1_900]);
    assert.deepEqual(call.transcription.levels.slice(0, 40), new Array<number>(40).fill(0));
    call.conversation.end('caller_left');
    await call.passes(10);
    assert.deepEqual(soundsOf(call.entry.side(0)), [[200, 1_500]]);
  });

  it('records the caller at the channel’s rate', async () => {
    const call = scriptedCall({ outputRate: 24_000 });
    call.run();
    call.channel.streams([1_000, 1_400], [1_800, 2_000]);
    await call.passes(3_000);
    call.conversation.end('caller_left');
    await call.passes(10);
    assert.deepEqual(soundsOf(call.entry.side(0), 24_000), [
      [1_000, 1_400],
      [1_800, 2_000],
    ]);
    assert.deepEqual(soundsOf(call.entry.side(1), 24_000), [[100, 820]]);
  });

  it('handles inputs that an effect causes after the current step', async () => {
    const call = scriptedCall({ settings: { greeting: 'Hello there, dear caller.' }, utterances: [{ final: 'Stop' }] });
    call.run();
    call.channel.streams([500, 800]);
    await call.passes(1_500);
    const kinds = call.channel.events.map(({ type }) => type).filter((type) => !type.startsWith('agent_speech_text'));
    assert.deepEqual(kinds.slice(kinds.indexOf('caller_transcript')), [
      ...['caller_transcript', 'caller_turn_started', 'caller_speech_ended'],
      ...['stage_first_output', 'caller_pause_started', 'agent_speech_ended', 'turn_ended'],
    ]);
  });

  it('prompts a silent caller and ends the call', async () => {
    const idlePrompt = { message: 'Still there?', repeats: 1 };
    const call = scriptedCall({ settings: { idleMs: 2_000, idlePrompt, closingMessage: 'Goodbye.' } });
    call.run();
    call.channel.streams();
    await call.passes(10_000);
    assert.deepEqual(call.voice.texts, ['Hello there.', 'Still there?', 'Goodbye.']);
    assert.deepInclude(call.outcome(), { reason: 'idle' });
    assert.deepEqual(call.channel.closedWith, ['idle']);
  });
});
