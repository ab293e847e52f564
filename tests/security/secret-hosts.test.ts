import { assert } from 'chai';
import { network } from '../../adapters/lib/network.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import { secretsOf } from '../../domain/providers/declaration.ts';
import { addressFields, addressIn, isEncrypted, isHostAmong, vendorHosts } from '../../domain/providers/hosts.ts';
import {
  asInCalls,
  declarations,
  carelessly,
  countingServer,
  leadingHere,
  nameOf,
  places,
  type Openers,
} from './provider-places.ts';

const FOREIGN = 'foreign.example';
const SCHEMES = ['http', 'https', 'ws'];

const keyed = declarations.filter((each) => secretsOf(each).length > 0);

describe('the stored secrets of a provider', () => {
  let server: Awaited<ReturnType<typeof countingServer>>;
  beforeEach(async () => (server = await countingServer()));
  afterEach(() => server.close());

  // The host may be reached as such: only the secrets keep a provider away.
  const anywhere = network({ allowPrivate: true, resolve: leadingHere([FOREIGN, 'localhost']) });

  /** The fields through which this scheme and host are visited by providers that are opened in this way. */
  const visitedBy = async (openers: Openers, scheme: string, host = FOREIGN): Promise<string[]> => {
    const visited = await server.leading(places, `${scheme}://${host}:${server.port}`, openers);
    return [...new Set(visited.map(nameOf))];
  };

  it('reach no host of a member, whatever setting names it', async function () {
    this.timeout(60_000);
    for (const scheme of SCHEMES) {
      const visited = await visitedBy(asInCalls(anywhere), scheme);
      // Only an admin writes a carrier's credentials, and the URL among them is of the same secret.
      assert.deepEqual(
        visited,
        isEncrypted({ protocol: `${scheme}:`, host: FOREIGN }) ? ['telephony exotel api_base_url'] : [],
        scheme,
      );
    }
  });

  it('would reach it if nothing looked where they go', async () => {
    const visited = await visitedBy(carelessly(anywhere), 'http');
    const urls = declarations.flatMap((each) =>
      addressFields(each).map((field) => nameOf({ declaration: each, field, form: String })),
    );
    assert.includeMembers(visited, urls);
    assert.includeMembers(visited, ['stt google_speech credentials', 'tts google_speech credentials']);
    assert.isAbove(visited.length, 25);
  });

  it('reach the servers that the operator has listed, by any scheme', async () => {
    const origin = `http://${FOREIGN}:${server.port}`;
    const listed = network({ allowPrivate: false, localUpstreams: [origin], resolve: leadingHere([FOREIGN]) });
    const visited = await visitedBy(asInCalls(listed), 'http');
    assert.includeMembers(visited, ['llm openai base_url', 'stt deepgram base_url', 'tts elevenlabs base_url']);
  });

  it('reach a host that an admin has allowed, but never unencrypted', async () => {
    const { vendors, carriers } = asInCalls(anywhere);
    const host = `${FOREIGN}:${server.port}`;
    const allowed: Openers = {
      carriers,
      vendors: {
        transcription: (settings, options, listener) => vendors.transcription(settings, options, listener, [host]),
        voice: (settings, options) => vendors.voice(settings, options, [host]),
        languageModel: (settings) => vendors.languageModel(settings, [host]),
      },
    };
    assert.includeMembers(await visitedBy(allowed, 'https'), ['llm openai base_url', 'stt deepgram base_url']);
    assert.deepEqual(await visitedBy(allowed, 'http'), []);
  });

  it('keep a provider from a host at once, and say what an admin can do', async () => {
    const { vendors } = asInCalls(anywhere);
    const settings = { provider: 'openai', api_key: 'k', base_url: 'https://foreign.example/v1' };
    const failure: unknown = await vendors.languageModel(settings).catch((error: unknown) => error);
    assert.instanceOf(failure, VendorFailure);
    assert.include(failure.message, 'Ask an admin to allow host foreign.example for provider openai');
    assert.isFalse(failure.retryable);
  });

  it('leave a provider free to go anywhere when there are none', async () => {
    const { vendors } = asInCalls(anywhere);
    const settings = { provider: 'openai_compatible', model: 'm', base_url: `http://${FOREIGN}:${server.port}/v1` };
    const model = await vendors.languageModel(settings);
    const request = { messages: [{ role: 'user', content: 'Hello' } as const], tools: [] };
    const thoughts = model.think(request, AbortSignal.timeout(5_000))[Symbol.asyncIterator]();
    const failure: unknown = await thoughts.next().catch((error: unknown) => error);
    assert.include(String(failure), 'cannot be reached');
  });
});

describe('the hosts of a registered provider', () => {
  it('are declared wherever a provider of the cloud takes a secret', () => {
    const without = keyed.filter((each) => each.provider_type === 'cloud' && vendorHosts(each).length === 0);
    assert.isEmpty(without.map(({ kind, provider }) => `${kind} ${provider}`));
    assert.isAbove(keyed.length, 30);
  });

  it('cover each URL that its settings offer, and none of them ends at a name that anybody can register under', () => {
    for (const each of keyed) {
      const hosts = vendorHosts(each);
      for (const name of addressFields(each)) {
        const { default: usual, examples = [] } = each.fields[name]!;
        for (const url of [usual, ...examples].flatMap((value) => addressIn(value) ?? []))
          if (isEncrypted(url)) assert.isTrue(isHostAmong(url.host, hosts), url.href);
      }
      for (const host of hosts) {
        assert.match(host, /^(\*[.-])?[a-z0-9-]+(\.[a-z0-9-]+)+$/, each.provider);
        // At least the vendor's own name and its top-level domain follow the label that may be any.
        if (host.startsWith('*')) assert.isAtLeast(host.split('.').length, 3, host);
      }
    }
  });

  it('stand in fields that are marked as URLs, and every field that looks like one is', () => {
    for (const { provider, fields } of declarations)
      for (const [name, { type, format, default: usual, examples = [] }] of Object.entries(fields)) {
        // This one is told to the vendor, and not asked for anything.
        if (name === 'site_url') continue;
        const looks = /url|endpoint|host/.test(name) && type === 'string';
        const offers = [usual, ...examples].some((value) => addressIn(value) !== null);
        assert.equal(format === 'uri', looks || offers, `${provider} ${name}`);
      }
  });
});
