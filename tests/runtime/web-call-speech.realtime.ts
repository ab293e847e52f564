import { assert } from 'chai';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import type { CallMetrics, StageAverages } from '../../domain/calls/call-metrics.ts';
import { isDelivered, joinPlatform, openPlatform, type OpenPlatform } from '../support/platform.ts';
import { channelOf, recognised, synthesised, voiced } from '../support/speech.ts';

const QUESTION = 'what are your opening hours';
const GREETING = 'hello this is the blue door restaurant';
const ANSWERS = ['we are open from nine in the morning', 'to five in the afternoon', 'your table is booked', GREETING];

describe('spoken conversation, end to end', function () {
  let platform: OpenPlatform;
  before(async () => {
    platform = await openPlatform();
  });

  it('transcribes a question, answers it aloud and stores both sides', async () => {
    const user = await joinPlatform(platform);
    const { callId, socket } = await user.register();
    const caller = await SyntheticCaller.join(socket);
    await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000);
    await caller.say(await synthesised('kal16', QUESTION));
    const startedAt = performance.now();
    await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000, startedAt);
    const answer = caller.audioSince(startedAt);
    const captions = caller.messages.filter(({ message }) => message.type === 'user-transcription');
    await caller.hangUp();

    assert.deepInclude(captions.at(-1)?.message.data, { text: QUESTION, final: true });
    const received = 'we are open from nine in the morning to five in the afternoon';
    assert.equal(await recognised(voiced(answer), [received, ...ANSWERS]), received);

    const call = await user.call(callId, isDelivered);
    assert.deepInclude(call, {
      status: 'completed',
      call_response: 'answered',
      call_type: 'web',
      from_number: 'browser',
    });
    assert.isAbove(call.duration ?? 0, 3);

    const transcript = new TextDecoder().decode(await user.api.download(`/calls/${callId}/transcript`));
    const [head, dashes, ...lines] = transcript.trimEnd().split('\n');
    assert.deepEqual([head, dashes], [`call_id=${callId}`, '---']);
    assert.match(
      lines.join('\n'),
      /^\[.+Z\] assistant: Hello.+\n\[.+Z\] user: what are your opening hours\n\[.+Z\] assistant: We are open/u,
    );

    const wav = await user.api.download(`/calls/${callId}/recording`);
    assert.equal(await recognised(voiced(channelOf(wav, 0)), [QUESTION, 'goodbye', 'yes', 'no']), QUESTION);
    const agent = channelOf(wav, 1);
    const questionAt = channelOf(wav, 0).findIndex((sample) => Math.abs(sample) > 300);
    assert.equal(await recognised(voiced(agent, questionAt), [received, ...ANSWERS]), received);

    const metrics = await user.api.ask<CallMetrics & { summary: StageAverages }>('GET', `/calls/${callId}/metrics`);
    assert.equal(metrics.summary.turn_count, 2);
    assert.lengthOf(metrics.latencies.user_to_bot_secs, 1);
    assert.isAbove(metrics.latencies.user_to_bot_secs[0] ?? 0, 0);
    assert.isNumber(metrics.summary.avg_stt_secs);
    assert.isNumber(metrics.summary.avg_tts_secs);
    assert.isNumber(metrics.summary.avg_latency_secs);
  });
});
