import { generateKeyPairSync } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Network } from '../../adapters/lib/network.ts';
import { registeredCarriers } from '../../adapters/providers/registered-carriers.ts';
import { registered } from '../../adapters/providers/registered-providers.ts';
import { registeredVendors } from '../../adapters/providers/vendors.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import type { Carriers } from '../../application/ports/carrier.ts';
import type { ProviderSettings, Vendors } from '../../application/ports/providers.ts';
import type { Declaration } from '../../domain/providers/declaration.ts';
import { localServer } from '../support/local-server.ts';

/** Timeout of vendor requests, in ms. */
const TIMEOUT_MS = 5_000;

/** A text of a provider's settings or credentials in which a URL could be written. */
export interface Place {
  readonly declaration: Declaration;
  readonly field: string;
  /** What is written into the field for an origin such as `http://127.0.0.1:80`. */
  readonly form: (origin: string) => string;
}

export const nameOf = ({ declaration: { kind, provider }, field }: Place): string => `${kind} ${provider} ${field}`;

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const accountWith = (token_uri: string): string =>
  JSON.stringify({ client_email: 'a@example.com', private_key: privateKey, project_id: 'p', token_uri });

const FORMS: readonly Place['form'][] = [
  (origin) => origin,
  (origin) => `${origin.replace(/^\w+:\/\//, '')}/`,
  (origin) => `${origin.replace(/^\w+:\/\//, '')}/#`,
  accountWith,
];

const { stt, tts, llm, telephony } = registered;
/** What every registered provider declares. */
export const declarations: readonly Declaration[] = [...stt, ...tts, ...llm, ...telephony].map(
  ({ declaration }) => declaration,
);

const vendors = declarations.filter(({ provider_type, fields }) => provider_type !== 'local' || 'base_url' in fields);

/** Every text that users write into settings and credentials, in every form in which it could be an address. */
export const places: readonly Place[] = vendors.flatMap((declaration) =>
  Object.entries(declaration.fields).flatMap(([field, { type }]) =>
    type === 'string' ? FORMS.map((form) => ({ declaration, field, form })) : [],
  ),
);

/** Settings of a provider that has a secret in each of its secret fields. */
function settingsOf({ provider, fields, required }: Declaration, tokens: string): ProviderSettings {
  const secrets = Object.entries(fields).filter(([name, { secret }]) => secret && name !== 'api_base_url');
  return {
    provider,
    ...Object.fromEntries(required.map((name) => [name, 'k'])),
    ...Object.fromEntries(
      Object.entries(fields).flatMap(([name, each]) => ('default' in each ? [[name, each.default]] : [])),
    ),
    ...Object.fromEntries(secrets.map(([name]) => [name, name === 'credentials' ? accountWith(tokens) : 'k'])),
    ...('private_key' in fields && { private_key: privateKey }),
    ...('public_key' in fields && { public_key: Buffer.alloc(32).toString('base64') }),
  };
}

/** Those who are opened with secrets, by this network. */
export interface Openers {
  readonly vendors: Vendors;
  readonly carriers: Pick<Carriers, 'open'>;
}

/** The platform's own way to open a provider. */
export const asInCalls = (network: Network, apiUrl?: string): Openers => ({
  vendors: registeredVendors(registered, network),
  carriers: registeredCarriers(registered.telephony, {
    clock: systemClock(),
    network,
    ...(apiUrl !== undefined && { apiUrl }),
  }),
});

/** Opens providers as they are, without looking where their secrets go. */
export function carelessly(network: Network): Openers {
  const named = <P extends { readonly declaration: Declaration }>(providers: readonly P[], name: string): P => {
    const found = providers.find(({ declaration }) => declaration.provider === name);
    if (!found) throw new Error(`${name} is not registered`);
    return found;
  };
  return {
    vendors: {
      transcription: (settings, ...how) =>
        named(registered.stt, settings.provider).open(settings, how[0], how[1], network),
      synthesiser: (settings, options) => named(registered.tts, settings.provider).open(settings, options, network),
      languageModel: (settings) => named(registered.llm, settings.provider).open(settings, network),
    },
    carriers: {
      open: (provider, auth) => named(registered.telephony, provider).open(auth, { clock: systemClock(), network }),
    },
  };
}

/** English, or else a language that the usual model of a transcriber knows. */
function languageOf({ capabilities = {}, fields }: Declaration): string {
  const known = Object.keys(capabilities[String(fields['model']?.default)]?.languages ?? {});
  return known.includes('en') ? 'en' : (known[0] ?? 'en');
}

/** Has a provider do what it is there for, with this origin in one of its texts, and answers what it says of its failures. */
export async function failuresOf(
  place: Place,
  origin: string,
  { vendors: open, carriers }: Openers,
): Promise<readonly string[]> {
  const failures: string[] = [];
  const settings = { ...settingsOf(place.declaration, `${origin}/token`), [place.field]: place.form(origin) };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let fail = (): void => undefined;
  const failed = new Promise<void>((resolve) => (fail = resolve));
  const deaf = {
    transcript: () => undefined,
    failed({ message }: Error) {
      failures.push(message);
      fail();
    },
  };
  const uses: Readonly<Record<Declaration['kind'], () => Promise<unknown>>> = {
    async stt() {
      const transcription = await open.transcription(
        settings,
        { sampleRate: 16_000, language: languageOf(place.declaration) },
        deaf,
      );
      transcription.startUtterance();
      transcription.write(new Int16Array(320));
      transcription.endUtterance();
      await Promise.race([failed, once(signal, 'abort')]);
      transcription.close();
    },
    async tts() {
      const voice = await open.synthesiser(settings, { sampleRate: 16_000 });
      await voice.synthesise('Hello.', signal)[Symbol.asyncIterator]().next();
    },
    async llm() {
      const model = await open.languageModel(settings);
      const request = { messages: [{ role: 'user', content: 'Hello' } as const], tools: [] };
      await model.generate(request, signal)[Symbol.asyncIterator]().next();
    },
    telephony: async () => carriers.open(settings.provider, settings).numbers(),
  };
  await uses[place.declaration.kind]().catch((error: unknown) => void failures.push(String(error)));
  return failures;
}

/** A server on this machine that counts its visitors and hangs up on them. */
export async function countingServer() {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.on('error', () => undefined).destroy();
  });
  const { port } = await localServer(server);
  return {
    port,
    /** The places that lead a provider here when this is their origin. */
    async leading(tried: readonly Place[], origin: string, openers: Openers): Promise<Place[]> {
      const found: Place[] = [];
      for (const place of tried) {
        visits = 0;
        await failuresOf(place, origin, openers);
        if (visits > 0) found.push(place);
      }
      return found;
    },
  };
}

type Answer = (error: Error | null, addresses: LookupAddress[]) => void;

/** Names that lead to this machine; no other is known. */
export const leadingHere =
  (names: readonly string[]) =>
  (host: string, _options: unknown, answer: Answer): void =>
    names.includes(host)
      ? answer(null, [{ address: '127.0.0.1', family: 4 }])
      : answer(new Error(`${host} is not known`), []);
