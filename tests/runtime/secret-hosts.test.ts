import { createServer } from 'node:net';
import { assert } from 'chai';
import { network } from '../../adapters/lib/network.ts';
import { registered } from '../../adapters/providers/registered-providers.ts';
import { registeredVendors } from '../../adapters/providers/vendors.ts';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import { RECEPTIONIST } from '../../tools/demo/scene.ts';
import { resolve } from '../../bootstrap/dependencies.ts';
import { leadingHere } from '../security/provider-places.ts';
import { isDelivered, joinPlatform, openPlatform, type OpenPlatform } from '../support/platform.ts';
import { localServer } from '../support/local-server.ts';

const FOREIGN = 'foreign.example';
const VENDOR = { provider: 'elevenlabs', voice: 'v' };

describe('agent whose TTS has a custom URL', () => {
  let platform: OpenPlatform;
  let user: Awaited<ReturnType<typeof joinPlatform>>;
  let visits = 0;
  let port: number;

  before(async () => {
    const server = createServer((socket) => {
      visits += 1;
      socket.on('error', () => undefined).destroy();
    });
    ({ port } = await localServer(server));
    const reached = network({ allowPrivate: true, resolve: leadingHere([FOREIGN]) });
    platform = await openPlatform({
      parts: { vendors: registeredVendors(registered, reached) },
    });
    const { config } = RECEPTIONIST;
    user = await joinPlatform(platform, {
      ...RECEPTIONIST,
      config: { ...config, models: { ...config.models, tts_config: VENDOR } },
    });
    await user.api.ask('POST', '/auth', { provider: 'elevenlabs', auth: { api_key: 'sk-secret-1234' } });
  });

  const host = () => `${FOREIGN}:${port}`;

  /** The agent as an older version may have stored it. */
  async function storeUrl(): Promise<void> {
    const agents = await resolve(platform.container, 'agents');
    const agent = await agents.find(user.orgId, user.agentId);
    const elsewhere = { ...VENDOR, base_url: `https://${host()}` };
    const config = { ...agent!.config, models: { ...agent!.config.models, tts_config: elsewhere } };
    await agents.update(user.orgId, user.agentId, { config });
  }

  /** What the log of a call says that it failed of. */
  async function failure(): Promise<string> {
    const { callId, socket } = await user.register();
    const caller = await SyntheticCaller.connect(socket);
    await caller.closed;
    const { status, error_message } = await user.call(callId, isDelivered);
    assert.equal(status, 'failed');
    return error_message ?? '';
  }

  it('sends no key and logs the reason until an admin allows the host', async () => {
    await storeUrl();
    assert.equal(
      await failure(),
      `The stored key of elevenlabs is not sent to ${host()}. Ask an admin to allow host ${host()} for provider elevenlabs`,
    );
    assert.equal(visits, 0);
    await user.api.ask('PATCH', '/auth/elevenlabs', { allowed_hosts: [host()] });
    assert.include(await failure(), 'cannot be reached');
    assert.isAbove(visits, 0);
    await user.api.ask('PATCH', '/auth/elevenlabs', { allowed_hosts: [] });
    visits = 0;
    assert.include(await failure(), 'Ask an admin');
    assert.equal(visits, 0);
  });
});
