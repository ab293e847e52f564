import { assert } from 'chai';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { WebSocket } from 'ws';
import { encodeAudio, encodeMessage } from '../../adapters/media/protocols/pipecat-frames.ts';
import { serverMessage } from '../../adapters/media/protocols/rtvi.ts';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import { resolve } from '../../bootstrap/dependencies.ts';
import { scriptedVendors } from '../support/scripted-vendors.ts';
import { isDelivered, joinPlatform, openPlatform, type OpenPlatform } from '../support/platform.ts';
import { eventually } from '../support/eventually.ts';

describe('browser socket, invalid use', function () {
  let platform: OpenPlatform;
  let user: Awaited<ReturnType<typeof joinPlatform>>;
  before(async () => {
    platform = await openPlatform({
      env: { DEFAULT_ORG_CONCURRENCY_LIMIT: '3', ANONYMOUS_CALLS_SHARE: '100' },
      parts: { vendors: scriptedVendors() },
    });
    user = await joinPlatform(platform);
  });

  /** How the runtime closes a socket that was opened like this and sent that. */
  async function closing(url: string, ...sent: (Uint8Array | string)[]): Promise<{ code: number; reason: string }> {
    const caller = await SyntheticCaller.connect(url);
    for (const message of sent) caller.sendRaw(message);
    return caller.closed;
  }

  const elsewhere = (org: string, agent: string): string => user.socket.replace(/agent\/.*/u, `agent/${org}/${agent}`);

  it('is closed with 4404 for an organisation that does not exist', async () => {
    assert.equal((await closing(elsewhere(crypto.randomUUID(), user.agentId))).code, 4404);
  });

  it('is closed with 4404 for an agent that does not exist', async () => {
    assert.equal((await closing(elsewhere(user.orgId, crypto.randomUUID()))).code, 4404);
  });

  it('is closed with 4404 for an agent of another organisation', async () => {
    const other = await joinPlatform(platform);
    assert.equal((await closing(elsewhere(user.orgId, other.agentId))).code, 4404);
  });

  it('is closed with 4404 for a telephony agent, and for an archived one', async () => {
    const agents = await resolve(platform.container, 'agents');
    const agent = await agents.find(user.orgId, user.agentId);
    assert.isNotNull(agent);
    for (const change of [{ agent_category: 'telephony' }, { status: 'archived' }] as const) {
      const id = crypto.randomUUID();
      await agents.add({ ...agent, ...change, agent_id: id, name: id });
      assert.equal((await closing(elsewhere(user.orgId, id))).code, 4404);
    }
  });

  it('is closed with 4404 at an unknown or wrongly encoded path', async () => {
    assert.equal((await closing(user.socket.replace(/agent\/.*/u, 'nowhere'))).code, 4404);
    assert.equal((await closing(elsewhere('%zz', '%00'))).code, 4404);
  });

  it('is closed with 1003 for a text message', async () => {
    assert.equal((await closing(user.socket, 'hello')).code, 1003);
  });

  it('is closed with 1007 for bytes that are not a frame', async () => {
    assert.equal((await closing(user.socket, new Uint8Array([0xff, 0xff, 0xff, 0xff, 0x01]))).code, 1007);
    assert.equal((await closing(user.socket, new Uint8Array(0))).code, 1007);
  });

  it('is closed with 1007 for audio with half a sample', async () => {
    const half = new BinaryWriter().tag(2, WireType.LengthDelimited).fork().tag(3, WireType.LengthDelimited);
    assert.equal((await closing(user.socket, half.bytes(new Uint8Array(3)).join().finish())).code, 1007);
  });

  it('is closed with 1009 for a message of more than 64 KiB', async () => {
    assert.equal((await closing(user.socket, encodeAudio(new Int16Array(40_000), 16_000))).code, 1009);
  });

  it('is closed with 4400 for an unsupported input or output rate', async () => {
    assert.equal((await closing(user.socket, encodeAudio(new Int16Array(160), 8_000))).code, 4400);
    assert.equal((await closing(`${user.socket}?output_sample_rate=44100`)).code, 4400);
  });

  it('is closed with 4403 for a page of another host', async () => {
    const socket = new WebSocket(user.socket, { origin: 'https://evil.example' });
    const code = await new Promise((done) => socket.on('close', done));
    assert.equal(code, 4403);
  });

  it('is closed with 4429 above the concurrency limit until a slot is free', async () => {
    const crowded = await joinPlatform(platform);
    const callers = [];
    for (let count = 0; count < 3; count += 1) callers.push(await SyntheticCaller.join(crowded.socket));
    assert.equal((await closing(crowded.socket)).code, 4429);
    await callers.pop()?.hangUp();
    callers.push(await eventually(() => SyntheticCaller.join(crowded.socket).catch(() => null), 'a free slot'));
    for (const caller of callers) await caller.hangUp();
  });

  it('answers unknown messages and continues the call', async () => {
    const caller = await SyntheticCaller.join(user.socket);
    const unknownFrame = new BinaryWriter().tag(1, WireType.LengthDelimited).fork().tag(3, WireType.LengthDelimited);
    caller.sendRaw(unknownFrame.string('hi').join().finish());
    caller.sendRaw(encodeMessage('{"no":"rtvi"}'));
    caller.sendRaw(encodeMessage('not even JSON'));
    caller.send(serverMessage('sing-a-song', {}, '7'));
    caller.send(serverMessage('client-message', { t: 'ping', d: { n: 1 } }, '8'));
    const answer = await caller.waitFor(({ type }) => type === 'server-response', 30_000);
    assert.deepInclude(answer, { id: '8', data: { t: 'ping', d: { n: 1 } } });
    const errors = caller.messages.filter(({ message }) => message.type === 'error-response');
    assert.lengthOf(errors, 4);
    assert.equal(errors.at(-1)?.message.id, '7');
    await caller.hangUp();
  });

  it('uses a registered call once and replaces a used or another agent’s call', async () => {
    const { callId, socket } = await user.register();
    await (await SyntheticCaller.join(socket)).hangUp();
    await user.call(callId, isDelivered);
    const ended = (await user.api.ask<{ end_time_utc: string }>('GET', `/calls/${callId}`)).end_time_utc;
    await (await SyntheticCaller.join(socket)).hangUp();
    assert.equal((await user.api.ask<{ end_time_utc: string }>('GET', `/calls/${callId}`)).end_time_utc, ended);
  });

  it('stores the transcript of a caller who vanishes within a sentence', async () => {
    const { callId, socket } = await user.register();
    const caller = await SyntheticCaller.join(socket);
    await caller.waitFor(({ type }) => type === 'bot-started-speaking', 30_000);
    void caller.say(new Int16Array(160_000).fill(900));
    await caller.waitFor(({ type }) => type === 'bot-tts-text', 30_000);
    caller.dropConnection();
    const call = await user.call(callId, isDelivered);
    assert.equal(call.status, 'completed');
    assert.isAbove((await user.api.download(`/calls/${callId}/recording`)).length, 44);
  });
});
