import { assert } from 'chai';
import type { ToolRequest } from '../../../application/ports/tool-caller.ts';
import type { CarrierCall } from '../../../application/ports/carrier-dialect.ts';
import type { ToolAnswer } from '../../../domain/agents/tool-answer.ts';
import type { CallLog } from '../../../domain/calls/call-log.ts';
import { fakeId } from '../../support/fake-ids.ts';
import { refusalOf } from '../../support/refusals.ts';
import { TELEPHONE_AGENT, telephoneWorld } from './telephone-world.ts';

const CALL: CarrierCall = { sid: 'sid-1', from: '+15550001', to: '+15550002', answeredBy: 'unknown' };
const SECRET = { name: 'crm', value: 'sk-12345678', hosts: ['crm.example.com'] };
const CONNECTED = 'connect wss://voice.example/carrier/acme/acme.o1.a1.1';

/** A world whose agent has a pre-call request that is answered like this. */
function askingWorld(answer: (request: ToolRequest, signal?: AbortSignal) => Promise<object | string>) {
  const world = telephoneWorld();
  const requests: ToolRequest[] = [];
  const preCall = {
    ...{ url: 'https://crm.example.com/calls', timeout_secs: 1.5 },
    headers: { authorization: 'Bearer {{secret.crm}}' },
  };
  world.agents.set('a1', { ...TELEPHONE_AGENT, config: { ...TELEPHONE_AGENT.config, pre_call: preCall } });
  world.controlPlane.toolSecret = async () => SECRET;
  world.toolCaller.call = async (request, signal): Promise<ToolAnswer> => {
    requests.push(request);
    const body = await answer(request, signal);
    const isAnswer = typeof body === 'object';
    return {
      ...{ ok: isAnswer, status: isAnswer ? 200 : null, variables: {} },
      content: isAnswer ? JSON.stringify(body) : `The tool failed: ${body}`,
    };
  };
  const answers = (call = CALL) => world.runtime.answerCall(world.webhook({ call }));
  return { ...world, requests, answers, log: () => world.calls.get(fakeId(1)) };
}

const never = (): Promise<object> => new Promise(() => undefined);

describe('the pre-call request of an inbound call', () => {
  it('tells the server about the call and adds its variables to it', async () => {
    const { answers, requests, log, connect, clock, instruments } = askingWorld(async () => ({
      variables: { name: 'Ada' },
    }));
    assert.equal((await answers()).body, CONNECTED);
    assert.equal(requests.length, 1);
    assert.deepInclude(requests[0], { callId: fakeId(1), secrets: [SECRET] });
    assert.deepEqual(requests[0]?.arguments, {
      ...{ call_id: fakeId(1), agent_id: 'a1', org_id: 'o1', from: '+15550001', to: '+15550002' },
      ...{ direction: 'inbound', carrier: 'acme' },
    });
    assert.deepInclude(log()?.pre_call, { outcome: 'applied', reason: null });
    connect(fakeId(1));
    await clock.advanceAsync(3_000);
    assert.deepEqual(instruments.voice.texts, ['Hello Ada!']);
  });

  it('is sent once, also when the carrier repeats the webhook', async () => {
    let respond: ((body: object) => void) | null = null;
    const { answers, requests } = askingWorld(() => new Promise((resolve) => (respond = resolve)));
    const both = [answers(), answers()];
    await new Promise((resolve) => void setImmediate(resolve));
    respond!({});
    assert.deepEqual(
      (await Promise.all(both)).map(({ body }) => body),
      [CONNECTED, CONNECTED],
    );
    await answers();
    assert.equal(requests.length, 1);
  });

  describe('that another runtime has registered', () => {
    const ringingWorld = () => {
      const world = askingWorld(async () => ({}));
      const id = world.register({ call_type: 'inbound', telephony_provider: 'acme', provider_call_sid: CALL.sid });
      return { ...world, learn: (news: Partial<CallLog>) => world.calls.set(id, { ...world.calls.get(id)!, ...news }) };
    };
    const applied = { outcome: 'applied', reason: null, say: null, duration_ms: 900 } as const;

    it('is not sent again: the decision of that runtime applies', async () => {
      for (const [news, decision] of [
        [{ pre_call: applied }, CONNECTED],
        [{ status: 'canceled' }, 'turn away: rejected'],
      ] as const) {
        const { answers, clock, learn, requests } = ringingWorld();
        const answer = answers();
        await clock.advanceAsync(2_000);
        learn(news);
        await clock.advanceAsync(200);
        assert.equal((await answer).body, decision);
        assert.isEmpty(requests);
      }
    });

    it('is sent when that runtime has decided nothing within 3 s', async () => {
      const { answers, clock, requests } = ringingWorld();
      const answer = answers();
      await clock.advanceAsync(2_999);
      assert.isEmpty(requests);
      await clock.advanceAsync(1);
      assert.equal((await answer).body, CONNECTED);
      assert.lengthOf(requests, 1);
    });
  });

  it('rejects the call before it is answered, and again when the webhook is repeated', async () => {
    const { answers, requests, log, lines } = askingWorld(async () => ({ reject: { reason: 'Blocked' } }));
    assert.equal((await answers()).body, 'turn away: rejected');
    assert.equal((await answers()).body, 'turn away: rejected');
    assert.equal(requests.length, 1);
    assert.deepInclude(log(), {
      ...{ status: 'canceled', call_response: 'declined' },
      error_message: 'Rejected by the pre-call request: Blocked',
    });
    assert.notInclude(JSON.stringify(lines), 'Blocked');
  });

  it('says to a rejected caller what the server wants, and nothing else', async () => {
    const { answers, connect, clock, instruments, spool } = askingWorld(async () => ({
      reject: { say: 'We are closed.' },
    }));
    assert.equal((await answers()).body, CONNECTED);
    const { result } = connect(fakeId(1));
    await clock.advanceAsync(10_000);
    assert.deepEqual(instruments.voice.texts, ['We are closed.']);
    assert.equal(result.outcome, 'over');
    assert.deepInclude(spool.all.get(fakeId(1))?.outcome, { status: 'completed', end_reason: 'rejected' });
  });

  it('is not awaited longer than its timeout, and is then cancelled: the defaults apply', async () => {
    let isAborted = false;
    const { answers, clock, log, lines, connect, instruments } = askingWorld((_, signal) => {
      signal?.addEventListener('abort', () => (isAborted = true));
      return never();
    });
    const answer = answers();
    await clock.advanceAsync(1_499);
    assert.isFalse(isAborted);
    await clock.advanceAsync(1);
    assert.equal((await answer).body, CONNECTED);
    assert.isTrue(isAborted);
    assert.deepInclude(log()?.pre_call, { outcome: 'failed', reason: 'no answer in time', duration_ms: 1_500 });
    const [line] = lines.filter(({ event }) => event === 'pre_call.failed');
    assert.deepInclude(line, { level: 'warn', call_id: fakeId(1), reason: 'no answer in time' });
    connect(fakeId(1));
    await clock.advanceAsync(3_000);
    assert.deepEqual(instruments.voice.texts, ['Hello stranger!']);
  });

  it('counts the time of loading secrets', async () => {
    const world = askingWorld(async () => ({}));
    world.controlPlane.toolSecret = () => new Promise(() => undefined);
    const answer = world.answers();
    await world.clock.advanceAsync(1_500);
    assert.equal((await answer).body, CONNECTED);
    assert.isEmpty(world.requests);
  });

  it('lets the call proceed when it fails', async () => {
    for (const failure of ['status 500', 'its server cannot be reached']) {
      const { answers, log, lines } = askingWorld(async () => failure);
      assert.equal((await answers()).body, CONNECTED);
      assert.deepInclude(log()?.pre_call, { outcome: 'failed', reason: failure });
      assert.notInclude(JSON.stringify(lines), SECRET.value);
    }
    const unrecorded = askingWorld(async () => ({ variables: { name: 'Ada' } }));
    unrecorded.controlPlane.updateCall = () => Promise.reject(new Error('no answer'));
    assert.equal((await unrecorded.answers()).body, CONNECTED);
    assert.include(
      unrecorded.lines.map(({ event }) => event),
      'pre_call.not_recorded',
    );
  });

  it('does not hold up the calls of other agents, and goes without beyond a number at the same time', async () => {
    const world = askingWorld(never);
    world.agents.set('a2', { ...TELEPHONE_AGENT, agent_id: 'a2' });
    const slow = Array.from({ length: 32 }, (_, index) => world.answers({ ...CALL, sid: `slow-${index}` }));
    await new Promise((resolve) => void setImmediate(resolve));
    assert.equal(world.requests.length, 32);
    const other = world.webhook({ call: { ...CALL, sid: 'other' } }, { agentId: 'a2' });
    assert.include((await world.runtime.answerCall(other)).body, 'connect');
    assert.include((await world.answers({ ...CALL, sid: 'slow-33' })).body, 'connect');
    assert.equal(world.requests.length, 32);
    await world.clock.advanceAsync(1_500);
    for (const each of await Promise.all(slow)) assert.include(each.body, 'connect');
    void world.answers({ ...CALL, sid: 'later' });
    await new Promise((resolve) => void setImmediate(resolve));
    assert.equal(world.requests.length, 33);
  });

  it('is not sent for a forged webhook, nor for a call that the platform does not take', async () => {
    const { runtime, webhook, requests, controlPlane, answers } = askingWorld(async () => ({}));
    assert.equal(
      (await refusalOf(runtime.answerCall(webhook({ call: CALL, signature: 'forged' })))).problem,
      'forbidden',
    );
    controlPlane.registerInboundCall = () => Promise.reject(new Error('no slot'));
    await answers().catch(() => undefined);
    assert.isEmpty(requests);
  });
});
