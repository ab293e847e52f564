import { assert } from 'chai';
import { llmProvider, sttProvider, ttsProvider } from '../../adapters/providers/define.ts';
import { registered, type RegisteredProviders } from '../../adapters/providers/registered-providers.ts';
import { providerRegistry } from '../../adapters/providers/registry.ts';
import { network } from '../../adapters/lib/network.ts';
import { registeredVendors } from '../../adapters/providers/vendors.ts';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import { RECEPTIONIST } from '../../tools/demo/scene.ts';
import { resolve } from '../../bootstrap/dependencies.ts';
import { secret, text } from '../../domain/providers/fields.ts';
import { isDelivered, joinPlatform, openPlatform, type OpenPlatform } from '../support/platform.ts';
import { refusalOf } from '../support/refusals.ts';
import { scriptedVendors } from '../support/scripted-vendors.ts';
import { key } from '../support/test-keys.ts';
import { temporaryDirectory } from '../support/temporary.ts';

interface OpenedProvider {
  readonly kind: string;
  readonly api_key: string | undefined;
  readonly model: string | undefined;
}

/** A provider of three kinds that remembers what it was opened with. */
function rememberingProvider(opened: OpenedProvider[]): RegisteredProviders {
  const scripted = scriptedVendors();
  const about = {
    provider: 'acme',
    name: 'Acme',
    provider_type: 'cloud',
    description: 'Remembers.',
    required: ['api_key'],
    fields: { api_key: secret(), model: text({ default: 'first' }) },
  } as const;
  const settings = { provider: 'acme' };
  return {
    ...registered,
    stt: [
      ...registered.stt,
      sttProvider({
        ...about,
        async open({ api_key, model }, options, listener) {
          opened.push({ kind: 'stt', api_key, model });
          return scripted.transcription(settings, options, listener);
        },
      }),
    ],
    tts: [
      ...registered.tts,
      ttsProvider({
        ...about,
        async open({ api_key, model }, options) {
          opened.push({ kind: 'tts', api_key, model });
          return scripted.synthesiser(settings, options);
        },
      }),
    ],
    llm: [
      ...registered.llm,
      llmProvider({
        ...about,
        async open({ api_key, model }) {
          opened.push({ kind: 'llm', api_key, model });
          return scripted.languageModel(settings);
        },
      }),
    ],
  };
}

const acme = { provider: 'acme', model: 'second' };
const AGENT = {
  ...RECEPTIONIST,
  config: { ...RECEPTIONIST.config, models: { stt_config: acme, tts_config: acme, llm_config: acme } },
};

describe('stored credentials of a call', function () {
  let platform: OpenPlatform;
  let user: Awaited<ReturnType<typeof joinPlatform>>;
  let dataDir: string;
  const opened: OpenedProvider[] = [];
  const providers = rememberingProvider(opened);

  const open = (env: Record<string, string> = {}) =>
    openPlatform({
      dataDir,
      env,
      parts: {
        providers: providerRegistry(providers),
        vendors: registeredVendors(providers, network({ allowPrivate: false })),
      },
    });

  before(async () => {
    dataDir = await temporaryDirectory();
    platform = await open();
  });
  beforeEach(async () => {
    opened.length = 0;
    user = await joinPlatform(platform, AGENT);
  });
  after(async () => {
    await platform.close();
  });

  const store = (api_key: string | string[]) => user.api.ask('POST', '/auth', { provider: 'acme', auth: { api_key } });

  /** Makes a call as far as the greeting, and answers how it ended. */
  async function call() {
    const { callId, socket } = await user.register();
    const caller = await SyntheticCaller.join(socket);
    await caller.waitFor(({ type }) => type === 'bot-started-speaking', 30_000);
    await caller.hangUp();
    return user.call(callId, isDelivered);
  }

  it('reach the vendors decrypted, one of several keys', async () => {
    await store(['sk-first-1234', 'sk-second-1234']);
    assert.deepInclude(await call(), { status: 'completed', call_response: 'answered' });
    assert.sameMembers(
      opened.map(({ kind }) => kind),
      ['stt', 'tts', 'llm'],
    );
    for (const { api_key, model } of opened) {
      assert.include(['sk-first-1234', 'sk-second-1234'], api_key);
      assert.equal(model, 'second');
    }
  });

  it("do not meet in the agent's settings: what else was stored once changes nothing there", async () => {
    const auths = await resolve(platform.container, 'providerAuths');
    const moment = new Date(0).toISOString();
    const auth = { api_key: 'sk-first-1234', model: 'third', provider: 'local' };
    await auths.put({ org_id: user.orgId, provider: 'acme', auth, created_at: moment, updated_at: moment });
    assert.equal((await call()).status, 'completed');
    for (const { api_key, model } of opened) assert.deepEqual([api_key, model], ['sk-first-1234', 'second']);
  });

  it('are required: without them the call fails and says whose are missing and where to store them', async () => {
    const { callId, socket } = await user.register();
    const caller = await SyntheticCaller.connect(socket);
    const { reason } = await caller.closed;
    const log = await user.call(callId, isDelivered);
    assert.deepInclude(log, { status: 'failed', call_response: 'failed' });
    assert.match(
      log.error_message ?? '',
      /^stt acme, tts acme, llm acme: no api_key is stored\. Store them in Credentials \(POST \/auth\)$/,
    );
    assert.equal(reason, `The call failed: ${log.error_message}`);
    assert.isEmpty(opened);
  });

  it('reach the runtime unchanged, or as null without any', async () => {
    await store('sk-first-1234');
    const control = await resolve(platform.container, 'controlPlane');
    assert.deepEqual(await control.credentials(user.orgId, 'acme'), {
      auth: { api_key: 'sk-first-1234' },
      allowed_hosts: [],
    });
    assert.isNull(await control.credentials(user.orgId, 'nobody'));
    assert.isNull(await control.credentials('no organisation', 'acme'));
  });

  it('are unavailable after a change of their encryption key', async () => {
    await store('sk-first-1234');
    await platform.close();
    platform = await open({ PROVIDER_AUTH_ENCRYPTION_KEY: `${key()}=` });
    const control = await resolve(platform.container, 'controlPlane');
    const { problem, message } = await refusalOf(control.credentials(user.orgId, 'acme'));
    assert.equal(problem, 'unavailable');
    assert.equal(message, 'The API answered 500: Failed to decrypt ProviderAuth credentials');
  });
});
