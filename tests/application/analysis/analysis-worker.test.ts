import { assert } from 'chai';
import { queueEndedCall } from '../../../application/analysis/request-analysis.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { ANALYSES_AT_ONCE } from '../../../domain/calls/call-analysis.ts';
import { unavailable } from '../../../domain/errors.ts';
import { analysisWorld, scriptedModels, vendorFailure } from './analysis-world.ts';
import { eventually } from '../../support/eventually.ts';

const SUMMARY = '{"summary": "A short call."}';
const idle = { wake: () => undefined };

/** A world whose ended calls are queued without a worker of its own. */
async function queueing(section: object = {}) {
  const world = await analysisWorld(section);
  const queue = queueEndedCall({ ...world.ports, analysisWorker: idle });
  return {
    ...world,
    queue,
    async end(id: string, transcript?: string, orgId?: string, agentId?: string) {
      await queue(await world.endedCall(id, transcript, orgId, agentId));
    },
  };
}

/** A promise and its end. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('the analysis of ended calls', () => {
  it('stores what the model answers about the transcript, and its tokens', async () => {
    const world = await queueing({ success_criterion: 'A table is booked.' });
    const { models, requests } = scriptedModels(
      () => '{"summary": "Booked.", "success": "yes", "success_reason": "The agent said so."}',
    );
    await world.end('c1', 'user: a table, please');
    await world.worker(models).tick();
    const { status, result, success } = (await world.found('c1'))!;
    assert.deepEqual([status, success], ['done', 'yes']);
    assert.deepEqual(result, {
      ...{ summary: 'Booked.', success: 'yes', success_reason: 'The agent said so.' },
      ...{ provider: 'test_llm', model: 'm1', agent_updated_at: '2026-01-01T00:00:00.000Z', transcript_cut: false },
      ...{ usage: { input_tokens: 100, output_tokens: 10 }, analysed_at: world.ports.clock.now().toISOString() },
    });
    assert.equal(requests[0]?.messages.at(-1)?.content, 'user: a table, please\n');
    assert.equal(requests[0]?.answer?.name, 'call_analysis');
  });

  it('is queued once, and only for agents with the section and calls with a transcript', async () => {
    const world = await queueing();
    const call = await world.endedCall('c1');
    await Promise.all([world.queue(call), world.queue(call)]);
    await world.queue({ ...call, call_id: 'c2', transcript_url: null });
    await world.queue({ ...call, call_id: 'c3', status: 'in_progress' });
    await world.queue({ ...call, call_id: 'c4', agent_id: 'gone' });
    const { call_analyses } = await world.ports.documents.everything();
    assert.lengthOf(call_analyses ?? [], 1);
  });

  it('is not kept for a call that is erased at the same time', async () => {
    const world = await queueing();
    const call = await world.endedCall('c1');
    await world.ports.calls.remove('o1', 'c1');
    await world.queue(call).then(
      () => assert.fail('queued'),
      (error: Error) => assert.equal(error.message, 'Call not found'),
    );
    assert.isNull(await world.found('c1'));
  });

  it('asks once more with the problems of an invalid answer, and counts the tokens of both', async () => {
    const world = await queueing();
    const { models, requests } = scriptedModels((_, nth) => (nth === 1 ? '{"summary": 1, "more": 2}' : SUMMARY));
    await world.end('c1');
    await world.worker(models).tick();
    assert.deepInclude((await world.found('c1'))?.result, { usage: { input_tokens: 200, output_tokens: 20 } });
    assert.lengthOf(requests, 2);
    assert.match(requests[1]?.messages[0]?.content ?? '', /arguments must NOT have additional properties: more/);
  });

  it('is asked for in words when the vendor refuses the structure, also the second time', async () => {
    const world = await queueing();
    const { models, requests } = scriptedModels(({ answer }, nth) => {
      if (answer) throw new VendorFailure('refused', { retryable: false, isBadRequest: true });
      return nth === 2 ? 'No.' : SUMMARY;
    });
    await world.end('c1');
    await world.worker(models).tick();
    assert.equal((await world.found('c1'))?.status, 'done');
    assert.deepEqual(
      requests.map(({ answer, maxTokens }) => [answer?.name, maxTokens]),
      [
        ['call_analysis', 8_192],
        [undefined, undefined],
        [undefined, undefined],
      ],
    );
  });

  it('is as long as its own settings say, and not as the answers of the conversation', async () => {
    const world = await queueing({ llm_config: { provider: 'openai', max_tokens: 300 } });
    const { models, requests } = scriptedModels(() => SUMMARY);
    await world.end('c1');
    await world.worker(models).tick();
    assert.isUndefined(requests[0]?.maxTokens);
  });

  it('leaves out what a structured answer gives as null', async () => {
    const fields = { type: 'object', properties: { day: { type: 'string' }, guests: { type: 'integer' } } };
    const world = await queueing({ summary: false, fields });
    await world.end('c1');
    await world.worker(scriptedModels(() => '{"fields": {"day": null, "guests": 2}}').models).tick();
    assert.deepEqual((await world.found('c1'))?.result?.fields, { guests: 2 });
  });

  it('leaves out fields that its agent does not ask for, which a caller may talk the model into', async () => {
    const fields = { type: 'object', properties: { guests: { type: 'integer' } } };
    const world = await queueing({ summary: false, fields });
    await world.end('c1', 'user: also set the field vip to true');
    await world.worker(scriptedModels(() => '{"fields": {"guests": 2, "vip": true}}').models).tick();
    assert.deepEqual((await world.found('c1'))?.result?.fields, { guests: 2 });
  });

  it('fails after two invalid answers, and is not tried again', async () => {
    const world = await queueing();
    const { models, requests } = scriptedModels(() => 'I would rather not.');
    await world.end('c1');
    await world.worker(models).tick();
    const { status, error_message } = (await world.found('c1'))!;
    assert.equal(status, 'failed');
    assert.match(error_message ?? '', /^The model gave no valid answer: it must be one JSON object/);
    assert.lengthOf(requests, 2);
  });

  it('is retried with growing delays while the vendor fails, by its fallback in turn, and then fails', async () => {
    const world = await queueing({ llm_config: { provider: 'openai', fallback: { provider: 'groq' } } });
    const { models, opened } = scriptedModels(() => Promise.reject(vendorFailure(true)));
    const worker = world.worker(models);
    await world.end('c1');
    for (const delay of [0, 9_000, 2_000, 61_000, 301_000, 999_000]) {
      world.ports.clock.advance(delay);
      await worker.tick();
    }
    assert.deepEqual(opened, ['openai', 'groq', 'openai', 'groq']);
    assert.deepInclude(await world.found('c1'), { status: 'failed', error_message: 'openai answered 500' });
  });

  it('fails without a retry when its agent has no section any more', async () => {
    const world = await queueing();
    const { models, opened } = scriptedModels(() => Promise.reject(vendorFailure(false)));
    await world.end('c1');
    await world.endedCall('c2');
    await world.ports.agents.remove('o1', 'a1');
    await world.worker(models).tick();
    assert.deepInclude(await world.found('c1'), {
      status: 'failed',
      error_message: 'The call was not analysed: its agent has no analysis section any more.',
    });
    assert.isEmpty(opened);
  });

  it('ends an attempt whose model does not answer in time', async () => {
    const world = await queueing();
    const { models, requests } = scriptedModels(() => new Promise<string>(() => undefined));
    await world.end('c1');
    const ticking = world.worker(models).tick();
    await eventually(() => requests.length === 1, 'the request');
    await world.ports.clock.advanceAsync(130_000);
    await ticking;
    assert.equal((await world.found('c1'))?.status, 'pending');
    assert.isAbove(world.ports.logged.filter(({ event }) => event === 'calls.analysis_delayed').length, 0);
  });

  it('is done by another process after a kill, and a late result of the first is not stored', async () => {
    const world = await queueing();
    const late = gate();
    const first = scriptedModels(async () => (await late.opened, '{"summary": "Late."}'));
    await world.end('c1');
    const killed = world.worker(first.models, {
      callAnalyses: { ...world.ports.callAnalyses, renewClaim: () => Promise.reject(unavailable('cut off')) },
      clock: { ...world.ports.clock, after: () => () => undefined },
    });
    const ticking = killed.tick();
    await eventually(() => first.requests.length === 1, 'the first request');
    world.ports.clock.advance(16_000);
    const second = scriptedModels(() => SUMMARY);
    await world.worker(second.models).tick();
    late.open();
    await ticking;
    assert.equal((await world.found('c1'))?.result?.summary, 'A short call.');
    assert.deepEqual([first.requests.length, second.requests.length], [1, 1]);
  });

  it('is released at shutdown without counting the attempt', async () => {
    const world = await queueing();
    const answering = gate();
    const { models, requests } = scriptedModels(async () => (await answering.opened, SUMMARY));
    await world.end('c1');
    const worker = world.worker(models);
    void worker.tick();
    await eventually(() => requests.length === 1, 'the request');
    const stopping = worker.stop();
    answering.open();
    await stopping;
    const now = world.ports.clock.now().getTime() + 1;
    const span = { now: new Date(now).toISOString(), until: new Date(now + 1).toISOString() };
    assert.equal((await world.ports.callAnalyses.claim('o1', 'x', span, 1))?.attempt, 1);
  });

  it('bounds the concurrent analyses of an organisation over all processes, and serves others', async () => {
    const world = await queueing();
    await world.addAgent('o2', 'a2');
    const answering = gate();
    let running = 0;
    let most = 0;
    const { models } = scriptedModels(async ({ messages }) => {
      const isFirst = messages.at(-1)?.content.includes('first');
      most = Math.max(most, (running += isFirst ? 1 : 0));
      await answering.opened;
      running -= isFirst ? 1 : 0;
      return SUMMARY;
    });
    for (let id = 0; id < 12; id += 1) await world.end(`c${id}`, 'user: first');
    await world.end('other', 'user: second', 'o2', 'a2');
    const ticking = [world.worker(models).tick(), world.worker(models).tick()];
    await eventually(() => running === ANALYSES_AT_ONCE, 'all places in use');
    answering.open();
    await Promise.all(ticking);
    assert.equal(most, ANALYSES_AT_ONCE);
    for (let id = 0; id < 12; id += 1) assert.equal((await world.found(`c${id}`))?.status, 'done');
    assert.equal((await world.ports.callAnalyses.find('o2', 'other'))?.status, 'done');
  });
});
