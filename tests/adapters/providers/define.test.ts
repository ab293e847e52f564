import { assert } from 'chai';
import { network } from '../../../adapters/lib/network.ts';
import { llmProvider } from '../../../adapters/providers/define.ts';
import type { LanguageModel } from '../../../application/ports/language-model.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { DomainError, invalid } from '../../../domain/errors.ts';
import { choice, flag, integer, list, number, secret, text } from '../../../domain/providers/fields.ts';

const anywhere = network({ allowPrivate: true });

const idle: LanguageModel = { model: null, generate: async function* () {}, close: () => undefined };

let opened: object | null = null;

const acme = llmProvider({
  provider: 'acme',
  name: 'Acme',
  provider_type: 'cloud',
  description: 'Thinks.',
  required: ['api_key', 'model', 'endpoint'],
  fields: {
    api_key: secret(),
    model: text({ default: 'fast', examples: ['fast', 'exact'], allow_custom_input: true }),
    endpoint: text(),
    temperature: number({ minimum: 0, maximum: 2 }),
    max_tokens: integer({ default: 100, minimum: 1 }),
    effort: choice(['low', 'high'], { default: 'low' }),
    voice: text({ model_options: { fast: ['ann'], exact: ['bob', 'cem'] } }),
    stream: flag({ default: true }),
    stop: list({ default: [] }),
    rules: list<{ when: string }>({
      default: [],
      items: {
        type: 'object',
        properties: { when: { type: 'string' } },
        required: ['when'],
        additionalProperties: false,
      },
    }),
  },
  check({ max_tokens, effort }) {
    if (effort === 'high' && max_tokens < 50) throw invalid('max_tokens must be at least 50 when effort is high');
  },
  async open(settings) {
    opened = settings;
    return idle;
  },
});

const SETTINGS = 'model, endpoint, temperature, max_tokens, effort, voice, stream, stop, rules';
const minimal = { endpoint: 'https://acme.example' };

function refusal(settings: Record<string, unknown>): string {
  try {
    acme.parseSettings(settings);
  } catch (error) {
    if (error instanceof DomainError && error.problem === 'invalid') return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

const failure = async (settings: Record<string, unknown>): Promise<VendorFailure> => {
  const outcome: unknown = await acme.open(settings, anywhere).catch((error: unknown) => error);
  assert.instanceOf(outcome, VendorFailure);
  return outcome;
};

describe('a defined provider', () => {
  it('declares what was written, and its kind', () => {
    const { kind, provider, required } = acme.declaration;
    assert.deepEqual(
      { kind, provider, required },
      {
        kind: 'llm',
        provider: 'acme',
        required: ['api_key', 'model', 'endpoint'],
      },
    );
    assert.doesNotHaveAnyKeys(acme.declaration, ['open', 'check']);
  });

  it('gives its opener settings whose types follow from the fields', () => {
    llmProvider({
      ...acme.declaration,
      required: ['endpoint'],
      fields: {
        endpoint: text(),
        retries: integer(),
        effort: choice(['low', 'high'], { default: 'low' }),
        key: secret(),
      },
      async open(settings) {
        const required: string = settings.endpoint;
        const effort: 'low' | 'high' = settings.effort;
        // @ts-expect-error an optional setting may be absent
        const retries: number = settings.retries;
        // @ts-expect-error a secret that is not required may be absent
        const key: string = settings.key;
        // @ts-expect-error an undeclared setting cannot be read
        const undeclared: unknown = settings.undeclared;
        void [required, effort, retries, key, undeclared];
        return idle;
      },
    });
  });

  it('cannot require a field that it does not declare', () => {
    // @ts-expect-error api_kee is not a field
    llmProvider({ ...acme.declaration, required: ['api_kee'], fields: { api_key: secret() }, open: async () => idle });
  });

  it('cannot offer a default that is not among the choices', () => {
    // @ts-expect-error medium is not a choice
    assert.isObject(choice(['low', 'high'], { default: 'medium' }));
  });

  describe('given settings', () => {
    it('answers them without nulls and without defaults', () => {
      assert.deepEqual(acme.parseSettings({ ...minimal, temperature: null, stream: false, stop: undefined }), {
        ...minimal,
        stream: false,
      });
    });

    it('takes any text for a field that allows custom input', () => {
      assert.deepEqual(acme.parseSettings({ ...minimal, model: 'my-own' }), { ...minimal, model: 'my-own' });
    });

    const wrong: readonly [Record<string, unknown>, string][] = [
      [{}, 'endpoint is required'],
      [{ endpoint: null }, 'endpoint is required'],
      [{ ...minimal, colour: 'red' }, `colour is not a setting of acme: use one of ${SETTINGS}`],
      [{ ...minimal, api_key: 'k' }, `api_key is not a setting of acme: use one of ${SETTINGS}`],
      [{ ...minimal, provider: 'acme' }, `provider is not a setting of acme: use one of ${SETTINGS}`],
      [
        { ...minimal, temprature: 1, maxTokens: 5, colour: 'red' },
        `temprature is not a setting of acme: did you mean temperature? Otherwise use one of ${SETTINGS}\n` +
          'maxTokens is not a setting of acme: did you mean max_tokens?\ncolour is not a setting of acme',
      ],
      [{ ...minimal, model: 5 }, 'model must be string'],
      [{ ...minimal, max_tokens: '5' }, 'max_tokens must be integer'],
      [{ ...minimal, max_tokens: 1.5 }, 'max_tokens must be integer'],
      [{ ...minimal, max_tokens: 0 }, 'max_tokens must be >= 1'],
      [{ ...minimal, temperature: 2.1 }, 'temperature must be <= 2'],
      [{ ...minimal, temperature: true }, 'temperature must be number'],
      [{ ...minimal, effort: 'medium' }, 'effort must be one of: low, high'],
      [{ ...minimal, stream: 'true' }, 'stream must be boolean'],
      [{ ...minimal, stop: 'x' }, 'stop must be array'],
      [{ ...minimal, stop: ['x', 1] }, 'stop[1] must be string'],
      [{ ...minimal, rules: [{ when: 'x' }, {}] }, 'rules[1].when is required'],
      [{ ...minimal, rules: [{ when: 'x', say: 'y' }] }, 'rules[0].say is not known: use one of when'],
      [{ ...minimal, voice: 'nobody' }, 'voice must be one of: ann, bob, cem'],
      [{ ...minimal, voice: 'bob' }, 'voice must be one of: ann'],
      [{ ...minimal, effort: 'high', max_tokens: 10 }, 'max_tokens must be at least 50 when effort is high'],
    ];
    for (const [settings, message] of wrong)
      it(`refuses ${JSON.stringify(settings)}: ${message}`, () => assert.equal(refusal(settings), message));

    it('says everything that is wrong at once, and of each field once', () => {
      const settings = { colour: 'red', api_key: 'k', effort: 5, temperature: 3, stop: ['x', 1, 2] };
      assert.sameMembers(refusal(settings).split('\n'), [
        `colour is not a setting of acme: use one of ${SETTINGS}`,
        'api_key is not a setting of acme',
        'endpoint is required',
        'effort must be string',
        'temperature must be <= 2',
        'stop[1] must be string',
        'stop[2] must be string',
      ]);
    });

    it('names the first 50 of a thousand wrong items, and one that is wrong after many others', () => {
      const lines = refusal({ ...minimal, stop: Array.from({ length: 1_000 }, () => 1) }).split('\n');
      assert.lengthOf(lines, 50);
      assert.deepEqual([lines[0], lines[49]], ['stop[0] must be string', 'stop[49] must be string']);
      const stop = [...Array.from({ length: 900 }, () => 'x'), 1];
      assert.equal(refusal({ ...minimal, stop }), 'stop[900] must be string');
      const rules = Array.from({ length: 900 }, () => ({ a: 1, b: 2, c: 3 }));
      assert.lengthOf(refusal({ ...minimal, rules }).split('\n'), 50);
    });

    it('judges options by the model that was chosen', () => {
      assert.equal(acme.parseSettings({ ...minimal, model: 'exact', voice: 'bob' })['voice'], 'bob');
      assert.equal(acme.parseSettings({ ...minimal, model: 'my-own', voice: 'cem' })['voice'], 'cem');
    });

    it('checks rules across fields after applying the defaults', () => {
      assert.deepEqual(acme.parseSettings({ ...minimal, effort: 'high' }), { ...minimal, effort: 'high' });
    });
  });

  describe('opened', () => {
    it('gets defaults, settings and secrets, and nothing it did not declare', async () => {
      await acme.open({ provider: 'acme', ...minimal, api_key: 'k', temperature: null, other_kind: 'x' }, anywhere);
      assert.deepEqual(opened, {
        ...minimal,
        api_key: 'k',
        model: 'fast',
        max_tokens: 100,
        effort: 'low',
        stream: true,
        stop: [],
        rules: [],
      });
    });

    it('fails permanently without a required secret', async () => {
      const { message, retryable } = await failure(minimal);
      assert.deepEqual(
        { message, retryable },
        {
          message: 'llm acme: no api_key is stored. Store a valid one under Credentials (POST /auth)',
          retryable: false,
        },
      );
    });

    it('fails permanently with settings it does not understand, and tells no values', async () => {
      const { message, retryable } = await failure({ ...minimal, api_key: 'hunter2', effort: 'secret-effort' });
      assert.equal(message, 'llm acme: effort must be one of: low, high');
      assert.isFalse(retryable);
    });

    it('fails permanently with an empty or malformed secret', async () => {
      assert.match((await failure({ ...minimal, api_key: '' })).message, /^llm acme: api_key /);
      assert.match((await failure({ ...minimal, api_key: { $ne: 1 } })).message, /^llm acme: api_key must be string/);
    });
  });
});
