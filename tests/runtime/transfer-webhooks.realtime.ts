import { assert } from 'chai';
import type { TransferRecord } from '../../domain/calls/transfer-record.ts';
import { carrierRuntime, SERVERS, type CarrierRuntime } from './carrier-runtime.ts';

const RUN = 4;
const LEG = { call: { sid: 'leg-1', from: '+1555', to: '+14155550107', answeredBy: 'unknown' } };
const BUSY = { report: { sid: 'leg-1', status: 'busy', response: 'busy', isAnswered: false, cause: null } };
const CONTENT = { '/transfer': LEG, '/transfer-status': BUSY };
const USUAL = { query: '', agent: 'plivo', run: String(RUN), signature: 'genuine', method: 'POST' };
const UNDER_WAY: TransferRecord = {
  ...{ run: RUN, target: 'desk', to: '+14155550107', mode: 'warm', brief: 'A guest calls.' },
  ...{ started_at: '2026-01-31T09:30:00.000Z', provider_call_sid: null, answered_at: null, ready_at: null },
  ...{ result: null, at: null },
};

for (const kind of SERVERS)
  describe(`webhooks of transfers over HTTP, media server ${kind}`, function () {
    let runtime: CarrierRuntime;
    before(async () => {
      runtime = await carrierRuntime({ kind });
    });

    /** A call that talks, with a transfer under way. */
    const transferring = (agent = 'plivo'): string =>
      runtime.register(agent, {
        ...{ call_type: 'outbound', telephony_provider: agent, provider_call_sid: 'caller-1', status: 'in_progress' },
        transfers: [UNDER_WAY],
      });
    const transferOf = (callId: string): TransferRecord | undefined => runtime.calls.get(callId)?.transfers?.[0];
    interface Request {
      readonly query?: string;
      readonly agent?: string;
      readonly run?: string;
      readonly signature?: string;
      readonly content?: object;
      readonly method?: string;
    }
    const ask = async (path: keyof typeof CONTENT, callId: string, given: Request = {}) => {
      const { query, agent, run, method, signature, content } = { ...USUAL, content: CONTENT[path], ...given };
      const place = `${path}?org_id=o1&agent_id=${agent}&call_id=${callId}&run=${run}&language=en${query}`;
      const reply = await fetch(`${runtime.url}${place}`, {
        method,
        headers: { ...(signature !== '' && { 'x-signature': signature }), 'content-type': 'application/json' },
        ...(method === 'POST' && { body: JSON.stringify(content) }),
      });
      return { status: reply.status, type: reply.headers.get('content-type'), body: await reply.text() };
    };
    const document = (body: string) => ({ status: 200, type: 'text/xml', body });

    it('take the person over the brief to the conference, and the caller after the person', async () => {
      const callId = transferring();
      const conference = `transfer-${callId}-${RUN}`;
      const early = await ask('/transfer', callId, { query: '&leg=caller' });
      assert.deepEqual(early, document('rejected'), 'the person is not there yet');
      assert.deepEqual(await ask('/transfer', callId, { query: '&leg=target' }), document('A guest calls.'));
      assert.deepInclude(transferOf(callId), { provider_call_sid: 'leg-1', ready_at: null });
      assert.deepEqual(await ask('/transfer', callId, { query: '&leg=target&step=briefed' }), document(conference));
      assert.deepEqual(await ask('/transfer', callId, { query: '&leg=caller' }), document(conference));
      assert.equal(transferOf(callId)?.result, 'answered');
    });

    it('are refused without a genuine signature, and change nothing', async () => {
      const callId = transferring();
      for (const signature of ['', 'forged'])
        for (const path of ['/transfer', '/transfer-status'] as const)
          for (const query of ['', '&leg=caller', '&step=briefed'])
            assert.equal((await ask(path, callId, { signature, query })).status, 403, `${path} ${signature}`);
      assert.deepEqual(transferOf(callId), UNDER_WAY);
    });

    it('get the same answer when they are repeated, and the first result stays', async () => {
      const callId = transferring();
      const first = await ask('/transfer', callId);
      const { answered_at } = transferOf(callId) ?? {};
      assert.deepEqual(await ask('/transfer', callId), first);
      assert.equal(transferOf(callId)?.answered_at, answered_at);
      for (const content of [BUSY, { report: { ...BUSY.report, status: 'completed', response: null } }, BUSY])
        assert.deepInclude(await ask('/transfer-status', callId, { content }), { status: 200, body: '' });
      const { result, at } = transferOf(callId) ?? {};
      assert.equal(result, 'busy');
      assert.deepEqual(await ask('/transfer', callId), document('rejected'), 'the transfer is over');
      assert.deepEqual([transferOf(callId)?.result, transferOf(callId)?.at], [result, at]);
      assert.notInclude(runtime.hungUp, 'caller-1', 'the caller stays with the agent');
    });

    it('are answered with 404 for unknown calls and transfers, and those of another agent', async () => {
      const callId = transferring();
      for (const path of ['/transfer', '/transfer-status'] as const) {
        assert.equal((await ask(path, 'unknown')).status, 404);
        assert.equal((await ask(path, callId, { agent: 'twilio' })).status, 404);
        assert.equal((await ask(path, callId, { agent: 'nobody' })).status, 404);
        assert.equal((await ask(path, runtime.register('plivo'))).status, 404, 'a call without transfers');
        for (const run of ['', '5', 'x']) assert.equal((await ask(path, callId, { run })).status, 404);
      }
      assert.deepEqual(transferOf(callId), UNDER_WAY);
    });

    it('need agent and organisation, and one of two methods', async () => {
      const callId = transferring();
      for (const path of ['/transfer', '/transfer-status'] as const) {
        assert.equal((await fetch(`${runtime.url}${path}?call_id=${callId}&run=${RUN}`)).status, 422);
        assert.equal((await ask(path, callId, { method: 'PUT' })).status, 405);
      }
      assert.deepEqual(transferOf(callId), UNDER_WAY);
    });
  });
