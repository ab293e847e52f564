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

describe('stored secrets of a provider', () => {
  let server: Awaited<ReturnType<typeof countingServer>>;
  beforeEach(async () => (server = await countingServer()));

  // The host may be reached as such: only the secrets keep a provider away.
  const anywhere = network({ allowPrivate: true, resolve: leadingHere([FOREIGN, 'localhost']) });

  /** The fields through which this scheme and host are visited by providers that are opened in this way. */
  const visitedBy = async (openers: Openers, scheme: string, host = FOREIGN): Promise<string[]> => {
    const visited = await server.leading(places, `${scheme}://${host}:${server.port}`, openers);
    return [...new Set(visited.map(nameOf))];
  };

  it('are sent to no host that only a member names', async function () {
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

  it('would be sent there without the check', async () => {
    const visited = await visitedBy(carelessly(anywhere), 'http');
    const urls = declarations.flatMap((each) =>
      addressFields(each).map((field) => nameOf({ declaration: each, field, form: String })),
    );
    assert.includeMembers(visited, urls);
    assert.includeMembers(visited, ['stt google_speech credentials', 'tts google_speech credentials']);
    assert.isAbove(visited.length, 25);
  });

  it('are sent to the operator’s servers over any scheme', async () => {
    const origin = `http://${FOREIGN}:${server.port}`;
    const listed = network({ allowPrivate: false, localUpstreams: [origin], resolve: leadingHere([FOREIGN]) });
    const visited = await visitedBy(asInCalls(listed), 'http');
    assert.includeMembers(visited, ['llm openai base_url', 'stt deepgram base_url', 'tts elevenlabs base_url']);
  });

  it('are sent to a host that an admin allowed, but not unencrypted', async () => {
    const { vendors, carriers } = asInCalls(anywhere);
    const host = `${FOREIGN}:${server.port}`;
    const allowed: Openers = {
      carriers,
      vendors: {
        transcription: (settings, options, listener) => vendors.transcription(settings, options, listener, [host]),
        synthesiser: (settings, options) => vendors.synthesiser(settings, options, [host]),
        languageModel: (settings) => vendors.languageModel(settings, [host]),
      },
    };
    assert.includeMembers(await visitedBy(allowed, 'https'), ['llm openai base_url', 'stt deepgram base_url']);
    assert.deepEqual(await visitedBy(allowed, 'http'), []);
  });

  it('block a host at once and say what an admin can do', async () => {
    const { vendors } = asInCalls(anywhere);
    const settings = { provider: 'openai', api_key: 'k', base_url: 'https://foreign.example/v1' };
    const failure: unknown = await vendors.languageModel(settings).catch((error: unknown) => error);
    assert.instanceOf(failure, VendorFailure);
    assert.include(failure.message, 'Ask an admin to allow host foreign.example for provider openai');
    assert.isFalse(failure.retryable);
  });

  it('restrict no host when there are none', async () => {
    const { vendors } = asInCalls(anywhere);
    const settings = { provider: 'openai_compatible', model: 'm', base_url: `http://${FOREIGN}:${server.port}/v1` };
    const model = await vendors.languageModel(settings);
    const request = { messages: [{ role: 'user', content: 'Hello' } as const], tools: [] };
    const thoughts = model.generate(request, new AbortController().signal)[Symbol.asyncIterator]();
    const failure: unknown = await thoughts.next().catch((error: unknown) => error);
    assert.include(String(failure), 'cannot be reached');
  });
});

describe('hosts of a registered provider', () => {
  it('are declared by every cloud provider with a secret', () => {
    const without = keyed.filter((each) => each.provider_type === 'cloud' && vendorHosts(each).length === 0);
    assert.isEmpty(without.map(({ kind, provider }) => `${kind} ${provider}`));
    assert.isAbove(keyed.length, 30);
  });

  it('cover each default URL and contain no public suffix', () => {
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

  it('are in fields marked as URLs, as every URL field is', () => {
    for (const { provider, fields } of declarations)
      for (const [name, { type, format, default: usual, examples = [] }] of Object.entries(fields)) {
        // This URL is passed to the vendor and never requested.
        if (name === 'site_url') continue;
        const looks = /url|endpoint|host/.test(name) && type === 'string';
        const offers = [usual, ...examples].some((value) => addressIn(value) !== null);
        assert.equal(format === 'uri', looks || offers, `${provider} ${name}`);
      }
  });
});
