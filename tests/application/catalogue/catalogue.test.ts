import { assert } from 'chai';
import { catalogueUseCases } from '../../../application/catalogue/index.ts';
import type { CredentialIndex } from '../../../application/ports/provider-auths.ts';
import type { ProviderRegistry } from '../../../application/ports/providers.ts';
import type { Principal } from '../../../domain/accounts/principal.ts';
import type { Declaration } from '../../../domain/providers/declaration.ts';
import { secret, text } from '../../../domain/providers/fields.ts';
import { LANGUAGES } from '../../../domain/providers/languages.ts';
import { refusalOf } from '../../support/refusals.ts';

const COUNT = Object.keys(LANGUAGES).length;

const declared = (kind: Declaration['kind'], provider: string, languages?: Record<string, string>): Declaration => ({
  kind,
  provider,
  name: provider.toUpperCase(),
  provider_type: 'cloud',
  description: `It is ${provider}.`,
  required: provider === 'local' ? [] : ['api_key'],
  fields: { ...(provider === 'local' ? {} : { api_key: secret() }), model: text({ default: 'm' }) },
  ...(languages && { capabilities: { m: { languages } } }),
});

const declarations = [
  declared('stt', 'acme', { en: 'en', hi: 'hi-IN' }),
  declared('stt', 'bravo', { en: 'en' }),
  declared('stt', 'deepgram', { en: 'en' }),
  declared('stt', 'local', { en: 'en-US' }),
  declared('llm', 'acme'),
  declared('tts', 'local', { en: 'en' }),
];

const providers: ProviderRegistry = {
  list: (kind) => declarations.filter((each) => each.kind === kind),
  find: (kind, provider) => declarations.find((each) => each.kind === kind && each.provider === provider) ?? null,
  parseSettings: (_kind, _provider, settings) => settings,
};

describe('the catalogue use cases', () => {
  const requests: string[] = [];
  const credentialIndex: CredentialIndex = {
    allowedHosts: () => Promise.resolve(null),
    async configured(orgId) {
      requests.push(orgId);
      return new Set(orgId === 'org' ? ['acme'] : []);
    },
  };
  const catalogue = catalogueUseCases({ providers, credentialIndex });
  const principal: Principal = { email: 'ann@example.org', org_id: 'org', role: 'member' };

  beforeEach(() => {
    requests.length = 0;
  });

  it('list the providers of a kind by id, the built-in ones first, then the default one', async () => {
    const listed = await catalogue.list(principal, 'stt');
    assert.deepEqual(Object.keys(listed), ['local', 'deepgram', 'acme', 'bravo']);
    assert.deepEqual(listed['acme'], { provider: 'acme', name: 'ACME', provider_type: 'cloud', authenticated: true });
  });

  it('list nothing for a kind without providers', async () => {
    assert.deepEqual(await catalogue.list(principal, 'telephony'), {});
  });

  it('tell for whom credentials are stored, in whose organisation', async () => {
    const authenticated = async (org_id: string) =>
      Object.values(await catalogue.list({ ...principal, org_id }, 'stt')).map((entry) => entry.authenticated);
    assert.deepEqual(await authenticated('org'), [true, false, true, false]);
    assert.deepEqual(await authenticated('other'), [true, false, false, false]);
  });

  it('look up no credentials when none are needed', async () => {
    await catalogue.list(principal, 'tts');
    assert.isTrue((await catalogue.settings(principal, 'stt', 'local')).authenticated);
    assert.isEmpty(requests);
    assert.isTrue((await catalogue.settings(principal, 'stt', 'acme')).authenticated);
    assert.deepEqual(requests, ['org']);
  });

  it('list only who takes all the languages', async () => {
    assert.hasAllKeys(await catalogue.list(principal, 'stt', 'en, hi'), ['acme']);
    assert.hasAllKeys(await catalogue.list(principal, 'stt', 'en,en'), ['acme', 'bravo', 'deepgram', 'local']);
    assert.deepEqual(await catalogue.list(principal, 'stt', 'ja'), {});
  });

  it('show the setting of one provider, narrowed to the languages', async () => {
    const { capabilities, fields } = await catalogue.settings(principal, 'stt', 'acme', 'hi');
    assert.deepEqual(Object.keys(capabilities ?? {}), ['m']);
    assert.deepEqual(fields['model']?.examples, ['m']);
    assert.deepEqual((await catalogue.settings(principal, 'stt', 'acme', 'ja')).capabilities, {});
  });

  it('miss a provider that is not of the kind', async () => {
    for (const provider of ['nobody', 'bravo']) {
      const { problem, message } = await refusalOf(catalogue.settings(principal, 'llm', provider));
      assert.deepEqual(
        { problem, message },
        { problem: 'missing', message: `Provider ${provider} not found: GET /configuration/llm lists all there are` },
      );
    }
  });

  const malformed: readonly [string, string, string][] = [
    ['an unknown language', 'en,xx', 'Unknown language id: xx'],
    ['a language in capitals', 'EN', 'Unknown language id: EN'],
    ['what every object has', 'constructor', 'Unknown language id: constructor'],
    ['an empty list', '', 'languages must be language ids with commas between them'],
    ['a blank item', 'en,,hi', 'languages must be language ids with commas between them'],
    [
      'too many',
      Array(COUNT + 1)
        .fill('en')
        .join(','),
      `languages must name at most ${COUNT} languages`,
    ],
  ];
  for (const [what, languages, message] of malformed)
    it(`refuse ${what} as a filter`, async () => {
      for (const work of [
        catalogue.list(principal, 'stt', languages),
        catalogue.settings(principal, 'stt', 'acme', languages),
      ]) {
        const refusal = await refusalOf(work);
        assert.deepEqual({ problem: refusal.problem, message: refusal.message }, { problem: 'rejected', message });
      }
    });

  it('take every language there is as a filter at once', async () => {
    const all = Object.keys(LANGUAGES).join(',');
    assert.deepEqual(await catalogue.list(principal, 'stt', all), {});
    assert.deepEqual((await catalogue.settings(principal, 'stt', 'acme', all)).capabilities, {});
  });

  it('name every language once', async () => {
    const { languages } = await catalogue.languages(principal);
    assert.equal(languages['hi'], 'Hindi');
    assert.equal(languages['en-US'], 'English (United States)');
  });

  it('need an active organisation, but for the languages', async () => {
    const homeless: Principal = { ...principal, org_id: null };
    for (const work of [catalogue.list(homeless, 'stt'), catalogue.settings(homeless, 'stt', 'acme')])
      assert.equal((await refusalOf(work)).message, 'No active organisation in token');
  });
});
