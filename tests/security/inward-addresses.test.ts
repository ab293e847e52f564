import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { assert } from 'chai';
import { network, type Network } from '../../adapters/lib/network.ts';
import { registeredCarriers } from '../../adapters/providers/carriers.ts';
import { registered } from '../../adapters/providers/registered.ts';
import { registeredVendors } from '../../adapters/providers/vendors.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import type { ProviderSettings } from '../../application/ports/providers.ts';
import type { Declaration } from '../../domain/providers/declaration.ts';

/** Ways to write this very machine, and a name that leads to it: at first elsewhere, for whoever looks only once. */
const HERE = ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::ffff:127.0.0.1]', 'localhost', 'rebound.example'];
/** Nobody waits longer for a vendor here. */
const PATIENCE_MS = 5_000;

interface Place {
  readonly declaration: Declaration;
  readonly field: string;
  /** What is written into the field for an origin such as `http://127.0.0.1:80`. */
  readonly form: (origin: string) => string;
}

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const FORMS: readonly Place['form'][] = [
  (origin) => origin,
  (origin) => `${origin.replace('http://', '')}/`,
  (origin) =>
    JSON.stringify({ client_email: 'a@example.com', private_key: privateKey, project_id: 'p', token_uri: origin }),
];

const vendors: readonly Declaration[] = [
  ...registered.stt,
  ...registered.tts,
  ...registered.llm,
  ...registered.telephony,
]
  .map(({ declaration }) => declaration)
  .filter(({ provider_type }) => provider_type !== 'local');

/** Every text that users write into settings and credentials, in every form in which it could be an address. */
const places: readonly Place[] = vendors.flatMap((declaration) =>
  Object.entries(declaration.fields).flatMap(([field, { type }]) =>
    type === 'string' ? FORMS.map((form) => ({ declaration, field, form })) : [],
  ),
);

/** A network where no name is known but those that lead here. */
const networkOf = (allowPrivate: boolean): Network =>
  network({
    allowPrivate,
    resolve: (host, _options, answer) =>
      HERE.includes(host)
        ? answer(null, [{ address: '127.0.0.1', family: 4 }])
        : answer(new Error(`${host} is not known`), []),
  });

const settingsOf = ({ declaration: { provider, fields, required } }: Place): ProviderSettings => ({
  provider,
  ...Object.fromEntries(required.map((name) => [name, 'k'])),
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([name, each]) => ('default' in each ? [[name, each.default]] : [])),
  ),
});

/** Has a provider do what it is there for, with this in its settings. How that ends is nobody's business here. */
async function used(place: Place, origin: string, reached: Network): Promise<void> {
  const settings = { ...settingsOf(place), [place.field]: place.form(origin) };
  const open = registeredVendors(registered, reached);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const deaf = { heard: () => undefined, failed: () => undefined };
  const uses: Readonly<Record<Declaration['kind'], () => Promise<unknown>>> = {
    async stt() {
      const ear = await open.transcription(settings, { sampleRate: 16_000, language: 'en' }, deaf);
      ear.begin();
      ear.write(new Int16Array(320));
      ear.finish();
      await new Promise((resolve) => setTimeout(resolve, 50));
      ear.close();
    },
    async tts() {
      const voice = await open.voice(settings, { sampleRate: 16_000 });
      await voice.speak('Hello.', signal)[Symbol.asyncIterator]().next();
    },
    async llm() {
      const mind = await open.languageModel(settings);
      const request = { messages: [{ role: 'user', content: 'Hello' } as const], tools: [] };
      await mind.think(request, signal)[Symbol.asyncIterator]().next();
    },
    telephony: async () =>
      registeredCarriers(registered.telephony, { clock: systemClock(), network: reached })
        .open(settings.provider, settings)
        .numbers(),
  };
  await uses[place.declaration.kind]().catch(() => undefined);
}

describe('an address of this machine in the settings of a provider', () => {
  let port: number;
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.on('error', () => undefined).destroy();
  });
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  after(() => server.close());

  /** The places that lead a provider here. */
  async function leading(tried: readonly Place[], host: string, allowPrivate: boolean): Promise<Place[]> {
    const reached = networkOf(allowPrivate);
    const found: Place[] = [];
    for (const place of tried) {
      visits = 0;
      await used(place, `http://${host}:${port}`, reached);
      if (visits > 0) found.push(place);
    }
    return found;
  }

  it('leads there where the operator allows it, and nowhere else, however it is written', async function () {
    const open = await leading(places, '127.0.0.1', true);
    const names = open.map(({ declaration, field }) => `${declaration.kind} ${declaration.provider} ${field}`);
    // Without these the test would prove nothing.
    assert.includeMembers(names, [
      'llm openai_compatible base_url',
      'llm azure_openai endpoint',
      'stt deepgram base_url',
      'tts elevenlabs base_url',
      'telephony exotel api_base_url',
    ]);
    assert.isAbove(open.length, 25);
    for (const host of HERE) assert.deepEqual(await leading(open, host, false), [], host);
  });
});
