import { connect } from 'node:net';
import { assert } from 'chai';
import { isLive } from '../../domain/calls/call-log.ts';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import { CarrierPeer } from './carrier-peer.ts';
import { carrierRuntime, SERVERS, type CarrierRuntime } from './carrier-runtime.ts';
import { SIDES } from './carrier-sides.ts';
import { eventually } from '../support/eventually.ts';

const CALL = { sid: 's', from: '+1', to: '+2', answeredBy: 'unknown' };
const REPORT = { sid: 's', status: 'completed', response: null, isAnswered: true, cause: null };

for (const kind of SERVERS)
  describe(`invalid carrier requests, media server ${kind}`, function () {
    let runtime: CarrierRuntime;
    let sockets: string;
    before(async () => {
      runtime = await carrierRuntime({ kind });
      sockets = runtime.url.replace('http', 'ws');
    });

    beforeEach(async () => {
      await eventually(() => runtime.liveCalls.count === 0, 'the end of all calls');
    });

    const closing = async (url: string): Promise<number> => (await CarrierPeer.connect('plivo', url)).closed;
    const state = (): string => JSON.stringify([...runtime.calls.values()]);

    it('refuses unsigned and wrongly signed webhooks and changes nothing', async () => {
      const callId = runtime.register('plivo', { call_type: 'outbound', provider_call_sid: 's' });
      const unchanged = state();
      for (const path of ['/answer', '/hangup', '/machine'])
        for (const signature of ['', 'forged'])
          for (const which of ['', callId]) {
            const fields = { call: CALL, report: REPORT, answeredBy: { sid: 's', answeredBy: 'machine' } };
            const reply = await runtime.report(path, 'plivo', fields, { signature, callId: which });
            assert.equal(reply.status, 403, `${path} ${signature}`);
          }
      assert.deepEqual([state(), runtime.hungUp], [unchanged, []]);
    });

    it('refuses sockets of dialled calls to other carriers and for unknown calls', async () => {
      const call = (telephony_provider: string, agent = telephony_provider) =>
        `${agent}/${runtime.register(agent, { call_type: 'outbound', telephony_provider })}`;
      const opened = async (provider: string, path: string): Promise<number> =>
        (await CarrierPeer.join(provider, `${sockets}/carrier/${provider}/o1/${path}`)).closed;
      for (const provider of Object.keys(SIDES).filter((each) => each !== 'exotel'))
        assert.equal(await opened(provider, call(provider)), 4403, provider);
      for (const path of ['exotel/unknown', `nobody/${call('exotel').split('/')[1]}`, call('plivo', 'exotel')])
        assert.equal(await opened('exotel', path), 4404, path);
      assert.isEmpty([...runtime.calls.values()].filter(({ status }) => status === 'in_progress'));
    });

    it('answers 404 for unknown agents, organisations and calls', async () => {
      const unchanged = state();
      const fields = {
        call: CALL,
        report: { ...REPORT, sid: 'unknown' },
        answeredBy: { sid: 's', answeredBy: 'machine' },
      };
      for (const path of ['/answer', '/hangup', '/machine']) {
        assert.equal((await runtime.report(path, 'nobody', fields)).status, 404);
        assert.equal((await fetch(`${runtime.url}${path}?agent_id=plivo&org_id=other`)).status, 404);
        assert.equal((await runtime.report(path, 'plivo', fields, { callId: 'unknown' })).status, 404, path);
      }
      assert.equal((await runtime.report('/hangup', 'plivo', fields)).status, 404);
      assert.equal(state(), unchanged);
    });

    it('refuses webhooks without agent or call, with invalid content or another method', async () => {
      for (const path of ['/answer', '/hangup', '/machine'])
        assert.equal((await fetch(`${runtime.url}${path}`)).status, 422);
      assert.equal((await runtime.report('/answer', 'plivo', {})).status, 422);
      assert.equal((await runtime.report('/answer', 'plivo', {}, { method: 'GET' })).status, 422);
      const put = await fetch(`${runtime.url}/answer?agent_id=plivo&org_id=o1`, { method: 'PUT', body: '{}' });
      assert.deepEqual([put.status, put.headers.get('allow')], [405, 'GET, POST']);
    });

    it('refuses bodies of more than 64 KiB', async () => {
      const url = `${runtime.url}/answer?agent_id=plivo&org_id=o1`;
      for (const bytes of [64 * 1024 + 1, 1024 * 1024]) {
        const reply = await fetch(url, { method: 'POST', body: new Uint8Array(bytes) }).catch(() => null);
        assert.include([413, undefined], reply?.status, 'or the connection is cut while it still sends');
      }
      assert.equal((await fetch(`${runtime.url}/health`)).status, 200);
    });

    it('refuses a body of 100 MB', async () => {
      const socket = connect(runtime.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write('POST /answer?agent_id=plivo&org_id=o1 HTTP/1.1\r\nHost: x\r\nContent-Length: 104857600\r\n\r\n');
      const piece = Buffer.alloc(1024 * 1024);
      let sent = 0;
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      const pour = (): void => {
        while (!socket.destroyed && sent < 100 && socket.write(piece)) sent += 1;
      };
      socket.on('drain', pour);
      socket.resume();
      pour();
      await closed;
      assert.isBelow(sent, 100);
    });

    it('closes sockets without a valid unused ticket of this carrier with 4403', async () => {
      const ticket = (provider = 'plivo'): string =>
        runtime.tickets.issue({ provider, org_id: 'o1', agent_id: 'plivo', call_id: runtime.register('plivo') });
      const used = ticket();
      runtime.tickets.redeem(used);
      const forged = `${ticket().slice(0, -4)}AAAA`;
      const urls = [`plivo/${forged}`, `plivo/${used}`, `twilio/${ticket()}`, `plivo/${ticket('browser')}`];
      urls.push(`browser/${ticket('browser')}`, `acme/${ticket('acme')}`, 'plivo/x', `plivo/${'A'.repeat(3_000)}`);
      for (const path of urls) assert.equal(await closing(`${sockets}/carrier/${path}`), 4403, path.slice(0, 60));
      for (const path of ['carrier/plivo', 'carrier/plivo/', 'carrier//x', 'carrier/plivo/x/y'])
        assert.equal(await closing(`${sockets}/${path}`), 4404, path);
    });

    it('admits exactly one of two sockets with the same ticket', async () => {
      const url = await runtime.answered('plivo', 'race');
      const peers = await Promise.all([1, 2, 3].map(() => CarrierPeer.join('plivo', url)));
      const open = new Set(peers);
      const codes: number[] = [];
      for (const peer of peers) void peer.closed.then((code) => open.delete(peer) && codes.push(code));
      await eventually(() => codes.length === 2, 'two are turned away');
      assert.deepEqual(codes, [4403, 4403]);
      for (const peer of open) await peer.hangUp();
    });

    it('ignores malformed messages and closes on oversized ones', async () => {
      for (const provider of Object.keys(SIDES)) {
        const peer = await CarrierPeer.join(provider, await runtime.answered(provider, `malformed ${provider}`));
        await eventually(() => peer.messagesMs.length > 0, 'the agent talks');
        for (const nonsense of [
          '',
          '{',
          'null',
          '[]',
          '{"event":"media"}',
          '{"event":"start","start":null}',
          '\0'.repeat(60_000),
        ])
          peer.send(nonsense);
        peer.send(Buffer.alloc(3));
        // What comes after it is understood.
        for (const key of '7#') peer.press(key);
        await runtime.transcribed(`malformed ${provider}`, /user: \[keypad\] 7\n/);
        assert.equal(runtime.liveCalls.count, 1, provider);
        peer.send(' '.repeat(64 * 1024 + 1));
        assert.include([1006, 1009], await peer.closed, provider);
        await runtime.until(`malformed ${provider}`, ({ status }) => !isLive(status));
        await eventually(() => runtime.liveCalls.count === 0, 'the call is let go');
      }
    });

    it('refuses a frame of 100 MB', async () => {
      const url = new URL(await runtime.answered('plivo', 'enormous'));
      const socket = connect(runtime.port, '127.0.0.1');
      socket.on('error', () => undefined);
      const upgrade = ['Host: x', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
      socket.write(
        [`GET ${url.pathname} HTTP/1.1`, ...upgrade, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', '', ''].join(
          '\r\n',
        ),
      );
      await new Promise((resolve) => socket.once('data', resolve));
      const closed = new Promise((resolve) => socket.once('close', resolve));
      const header = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0x06, 0x40, 0, 0, 1, 2, 3, 4]);
      socket.write(header);
      socket.write(Buffer.alloc(100_000));
      socket.resume();
      await closed;
      assert.equal((await fetch(`${runtime.url}/health`)).status, 200);
    });

    it('marks the call as failed when its socket closes without a start', async () => {
      const url = await runtime.answered('plivo', 'silent');
      const peer = await CarrierPeer.connect('plivo', url);
      await peer.hangUp();
      await runtime.until('silent', ({ status }) => status === 'failed');
      await eventually(() => runtime.liveCalls.count === 0, 'the call is let go');
    });
  });

describe('browsers with required tickets', function () {
  let runtime: CarrierRuntime;
  before(async () => {
    runtime = await carrierRuntime({ env: { WEB_CALLS: 'ticket' } });
  });

  const ticketFor = (callId: string, changes: object = {}): string =>
    runtime.tickets.issue({ provider: 'browser', org_id: 'o1', agent_id: 'browser', call_id: callId, ...changes });
  const socket = (ticket: string): string =>
    `${runtime.url.replace('http', 'ws')}/agent/o1/browser?ticket=${encodeURIComponent(ticket)}`;
  const closing = async (url: string): Promise<number> => (await (await SyntheticCaller.connect(url)).closed).code;

  it('are admitted once to the call of their ticket', async () => {
    const callId = runtime.register('browser');
    const url = socket(ticketFor(callId));
    const caller = await SyntheticCaller.join(url);
    assert.equal(runtime.calls.get(callId)?.status, 'in_progress');
    assert.equal(await closing(url), 4403);
    await caller.hangUp();
  });

  it('are closed with 4403 without a matching ticket', async () => {
    const callId = runtime.register('browser');
    const misfits = ['', 'x', ticketFor(callId, { agent_id: 'other' }), ticketFor(callId, { org_id: 'o2' })];
    for (const ticket of [...misfits, ticketFor(callId, { provider: 'plivo' })])
      assert.equal(await closing(socket(ticket)), 4403);
    assert.equal(await closing(`${runtime.url.replace('http', 'ws')}/agent/o1/browser?call_id=${callId}`), 4403);
  });

  it('are closed with 4404 when their call is over', async () => {
    const { size } = runtime.calls;
    const callId = runtime.register('browser', { status: 'completed' });
    assert.equal(await closing(socket(ticketFor(callId))), 4404);
    assert.equal(runtime.calls.size, size + 1);
  });
});
