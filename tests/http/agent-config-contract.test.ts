import { Ajv2020 } from 'ajv/dist/2020.js';
import { assert } from 'chai';
import * as fc from 'fast-check';
import { loadContract } from '../../adapters/http/contract.ts';
import { parseAgentConfig, type AgentConfigPayload } from '../../domain/agents/config.ts';
import { DomainError } from '../../domain/errors.ts';
import { known, least } from '../domain/agents/known-providers.ts';
import { bookTable } from '../domain/agents/tools-example.ts';
import { resolved, type Schema } from './described-operations.ts';
import { BEYOND_PASSING_SCHEMAS, HANDOVER, TRANSFER } from './passing-contract.ts';
import { BEYOND_PAGE_SCHEMAS, PAGES } from './page-contract.ts';
import { BEYOND_STAGE_SCHEMAS, requireStageNames, STAGES } from './stage-contract.ts';
import { hostileVariant } from './hostile-values.ts';
import { valuesOf, type Meaningful } from './schema-values.ts';

const contract = loadContract('/api/v1');
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const schemaNamed = (name: string): Schema => resolved({ $ref: `#/components/schemas/${name}` }, contract) as Schema;
const published = ajv.compile(schemaNamed('AgentConfigInput'));
const answered = ajv.compile(schemaNamed('AgentConfig'));

/** What the domain refuses and a schema cannot say: each by the end of the domain's sentence. */
const BEYOND_SCHEMAS: Readonly<Record<string, RegExp>> = {
  'which providers are registered': /provider must be a registered \w+ provider: .*$/u,
  'which settings a provider has': /^\S+_config\.(fallback\.)?.*(is not a setting of \w+|must be (string|integer))$/su,
  'which settings are secret': /^\S+_config(\.fallback)? must not include secret\/auth fields: .*$/u,
  'that a fallback is another provider': /fallback\.provider must be another provider$/u,
  'which languages there are': /^\S+ must be a known language id.*$/u,
  'that languages differ': /language is in use already$/u,
  'that waits differ': /must not repeat the language and look of \S+$/u,
  'which models call functions': /^knowledge_base\.mode tool needs one of the LLM providers: .*$/u,
  'that an enabled knowledge base names a document': /^knowledge_base\.document_ids must hold at least one .*$/u,
  'which names the tools of the platform have': /^tools\[\d+\]\.name must not be \w+: .*$/u,
  'that the names of tools differ': /^tools\[\d+\]\.name must differ from the names before it$/u,
  'what the parameters of a tool may use': /^tools\[\d+\]\.parameters\b.*$/u,
  'which placeholders there are':
    /^(tools\[\d+\]\.request|pre_call|transfer\.targets\[\d+\]|voicemail|recording)\.\w+.* (has an unknown placeholder|has a placeholder with missing braces|must not contain secrets).*$/su,
  'how the sections that the platform adds are spelled':
    /^\S+ is unknown: did you mean (speech|caller_audio|endpointing|languages|limits|pre_call|tools|mcp_servers|keypad|transfer|voicemail|recording|analysis|stages|page_tools|web)\?$/su,
  'which URLs lead somewhere':
    /^(tools\[\d+\]\.request|pre_call)\.url must (be an http or https URL|not have the segments).*$/u,
  'which headers a tool may set':
    /^(tools\[\d+\]\.request|pre_call)\.headers\..* must (be omitted: the platform sets it|not repeat a header|be a header name)$/su,
  'which names fields have': /^(tools\[\d+\]\.request|pre_call)\.(headers|query) must not have an empty name$/u,
  'what is one plain line': /must (be one line without|not contain) control characters.*$/su,
  'how large a request is':
    /^(tools\[\d+\]|pre_call)\..* must (have at most \d+ (fields|variables|characters of JSON)|not be nested deeper than \d+ levels)$/su,
  'that the names of digit entries differ': /^keypad\.collect\[\d+\]\.name must differ from the names before it$/u,
  'how many digits an entry has':
    /^keypad\.collect\[\d+\](\.min_digits must not exceed max_digits| must have at least 3 digits to be secret)$/u,
  'where secret digits may be sent': /^tools\[\d+\]\.request\.url must not contain the secret digits .*$/u,
  'that the names of MCP servers and of their tools differ, and how many there are':
    /^mcp_servers(\[\d+\](\.tools\[\d+\])?(\.name must differ from| is called) .*| must have at most 32 tools together)$/u,
  'what the parameters of an MCP tool may use': /^mcp_servers\[\d+\]\.tools\[\d+\]\.parameters\b.*$/u,
  'which URLs and headers an MCP server may have': /^(A name in )?mcp_servers\[\d+\]\.(url|headers)\b.*$/su,
  'that an analysis finds out something': /^analysis requires summary true, success_criterion or fields$/u,
  'what the fields of an analysis may use': /^analysis\.fields\b.*$/su,
  'how callers ask not to be called': /^(analysis\.do_not_call\.field must be one of .*|do_not_call requires .*)$/u,
  'which action a text of voicemail needs':
    /^voicemail\.(screening_answer requires .*|message requires .*|message is required)$/u,
  'what a question needs': /^recording\.(\w+ requires recording\.mode consent|question is required: .*)$/u,
  'that GET has no body': /\.request\.body must be omitted for the method GET$/u,
  'that text has no parts': /^tools\[\d+\]\.(variables|response\.path) requires response\.format json$/u,
  ...BEYOND_STAGE_SCHEMAS,
  ...{ ...BEYOND_PASSING_SCHEMAS, ...BEYOND_PAGE_SCHEMAS },
  'which limits need another': /^limits\.\w+ (requires limits\.\w+|must be less than limits\.\w+)$/u,
  'what text every store keeps': /must not contain NUL characters or invalid Unicode$/u,
};

/** The domain's configuration, or the sentences with which it refuses. */
function byDomain(input: unknown): AgentConfigPayload | readonly string[] {
  try {
    return parseAgentConfig(input, known);
  } catch (error) {
    if (error instanceof DomainError && error.problem === 'invalid') return error.reasons;
    throw error;
  }
}

const isRefusal = (verdict: AgentConfigPayload | readonly string[]): verdict is readonly string[] =>
  Array.isArray(verdict);

const isBeyond = (reason: string): boolean => Object.values(BEYOND_SCHEMAS).some((pattern) => pattern.test(reason));

const whole = () => ({
  ...{ schema_version: 1, callbacks: { tool: true }, stages: STAGES, handover: HANDOVER, transfer: TRANSFER, ...PAGES },
  prompts: { system_prompt: 'You answer for a hotel.', greeting_message: 'Hello {{name}}' },
  behaviour: {
    interruption_min_words: 2,
    user_silence_hangup_seconds: 20,
    call_timeout_seconds: null,
    ignore_user_speech_before_greeting: true,
    hold_messages: ['One moment.'],
    hold_message_timeout_seconds: 1.5,
    user_online_detection_enabled: true,
    user_online_detection_message: 'Are you there?',
    user_online_detection_seconds: 5,
    user_online_detection_repeats: 2,
    user_online_detection_closing_message: 'Goodbye.',
    automatic_call_ending: { enabled: true, graceful_llm_call_ending: true },
  },
  language: { primary: 'en', secondary: ['hi'] },
  caller_audio: { noise_suppression: 'rnnoise', voice_activity: 'rnnoise' },
  models: {
    stt_config: { provider: 'test_stt', model: 'm', pause_ms: 5 },
    ...{ tts_config: { provider: 'test_tts' }, llm_config: { provider: 'groq', fallback: { provider: 'openai' } } },
  },
  knowledge_base: { enabled: true, mode: 'tool', document_ids: ['d1'], top_k: 3, follow_ups: 'model' },
  custom_variables: { name: 'Ada', guests: [{ age: 7 }], restaurant: 'Roma' },
  speech: {
    pronunciations: [{ term: 'nginx', say_as: 'engine ex', phonemes: 'ˈɛndʒɪn ˈɛks', language: 'en' }],
    ...{ normalisation: 'on', ambient_sound: { sound: 'office', level_db: -50 } },
  },
  endpointing: { mode: 'vendor', max_wait_ms: 2_000, waits: [{ language: 'en', look: 'digits', wait_ms: 1_200 }] },
  languages: { switch_by: 'tool', others: [{ language: 'hi', prompt: '', tts_config: { provider: 'test_tts' } }] },
  limits: { max_call_seconds: 300, warning: 'Soon.', warning_seconds_before: 20, closing: 'Bye.', ring_seconds: 30 },
  pre_call: { url: 'https://api.example.com/calls', headers: { 'x-key': '{{secret.crm_key}}' }, timeout_secs: 1.5 },
  tools: [{ ...bookTable(), timeout_secs: 5, say_while_waiting: 'One moment.', side_effects: true }],
  mcp_servers: [
    {
      ...{ name: 'bookings', url: 'https://mcp.example.com/mcp', headers: { 'x-guest': '{{name}}' }, timeout_secs: 5 },
      tools: [
        {
          ...{ name: 'find-table', description: 'Finds a table.', say_while_waiting: 'One moment.' },
          ...{ parameters: { type: 'object', properties: {} }, side_effects: false },
        },
      ],
    },
  ],
  voicemail: { action: 'leave_message', message: 'Call us.', screening_answer: 'It is about your table.' },
  recording: { mode: 'consent', question: 'May I record, {{name}}?', wait_secs: 8 },
  ...{ redaction: { kinds: ['card_number', 'email'], variables: ['name'] }, do_not_call: { tool: true, key: '9' } },
  analysis: {
    ...{ summary: false, instructions: 'In German.', success_criterion: 'Booked.', llm_config: { provider: 'openai' } },
    fields: { type: 'object', properties: { guests: { type: 'integer' } } },
    ...{ max_transcript_tokens: 4_000, do_not_call: { field: 'guests', values: ['0'] } },
  },
  keypad: {
    send: true,
    collect: [
      {
        ...{ name: 'card', description: 'The card number', min_digits: 12, max_digits: 19, terminator: '#' },
        ...{ first_digit_secs: 10, timeout_secs: 5, secret: true },
      },
    ],
  },
});

const MEANINGFUL: Meaningful = {
  provider: ['test_stt', 'test_tts', 'test_llm', 'openai', 'groq'],
  primary: ['en', ' en '],
  greeting_message: ['Hello', ' '],
  custom_variables: [{ name: 'Ada' }],
  tools: [[], null, [{ ...bookTable(), request: { method: 'GET', url: 'https://api.example.com/{{day}}' } }]],
};

/** Configurations that are good, that the schema makes, and that have been spoiled in one place or in two. */
const CONFIGS: fc.Arbitrary<unknown> = fc
  .oneof(fc.constant(least()), fc.constant(whole()), valuesOf(schemaNamed('AgentConfigInput'), MEANINGFUL, least()))
  .chain((config) =>
    fc.oneof(fc.constant(config), hostileVariant(config), hostileVariant(config).chain(hostileVariant)),
  );

describe('the published schema of an agent configuration', () => {
  it('takes what the domain takes, and refuses what it refuses but for what no schema can say', () => {
    const met = { both: 0, neither: 0, beyond: 0 };
    fc.assert(
      fc.property(CONFIGS, (config) => {
        const verdict = byDomain(config);
        const reasons = isRefusal(verdict) ? verdict : [];
        const accepts = published(config);
        if (!isRefusal(verdict)) assert.isTrue(accepts, `${ajv.errorsText(published.errors)}: the domain takes it`);
        else if (accepts)
          assert.isEmpty(
            reasons.filter((reason) => !isBeyond(reason)),
            'only the domain refuses it',
          );
        met[isRefusal(verdict) ? (accepts ? 'beyond' : 'neither') : 'both'] += 1;
      }),
      { numRuns: 4_000, seed: 20_260_302 },
    );
    for (const [how, count] of Object.entries(met)) assert.isAbove(count, 150, how);
  });

  it('bounds texts, lists and integers as the domain does, and a text of characters beyond 16 bits less tightly', () => {
    const greeting = (text: string) => ({ ...least(), prompts: { greeting_message: text } });
    const pending = (count: number) => ({ ...least(), behaviour: { hold_messages: Array(count).fill('x') } });
    const words = (count: number) => ({ ...least(), behaviour: { interruption_min_words: count } });
    const both: readonly (readonly [good: unknown, bad: unknown])[] = [
      [greeting('x'.repeat(200_000)), greeting('x'.repeat(200_001))],
      [pending(1_000), pending(1_001)],
      [words(Number.MAX_SAFE_INTEGER), words(Number.MAX_SAFE_INTEGER + 1)],
    ];
    for (const [good, bad] of both) {
      assert.isTrue(published(good), ajv.errorsText(published.errors));
      assert.isFalse(isRefusal(byDomain(good)));
      assert.isFalse(published(bad));
      assert.isTrue(isRefusal(byDomain(bad)));
    }
    const wide = greeting('\u{1f4a5}'.repeat(100_001));
    assert.isTrue(published(wide));
    assert.deepEqual(byDomain(wide), ['prompts.greeting_message must have at most 200000 characters']);
  });

  it("matches the domain's output for every accepted configuration", () => {
    fc.assert(
      fc.property(CONFIGS, (config) => {
        const verdict = byDomain(config);
        if (!isRefusal(verdict)) assert.isTrue(answered(verdict), ajv.errorsText(answered.errors));
      }),
      { numRuns: 2_000, seed: 20_260_302 },
    );
    assert.isFalse(answered(least()), 'an answer has every field');
  });

  it('names every field that the domain stores, and no other', () => {
    const stored = parseAgentConfig(whole(), known);
    const tools = stored.tools ?? [];
    const names = (schema: Schema): readonly string[] => Object.keys(schema.properties ?? {}).toSorted();
    for (const name of ['AgentConfigInput', 'AgentConfig']) {
      const schema = schemaNamed(name);
      assert.deepEqual(names(schema), Object.keys(stored).toSorted(), name);
      for (const part of [
        'prompts',
        'behaviour',
        'language',
        'models',
        'knowledge_base',
        'speech',
        ...(['caller_audio', 'endpointing', 'limits', 'pre_call', 'callbacks'] as const),
        ...(['keypad', 'transfer', 'voicemail', 'recording', 'redaction', 'do_not_call', 'analysis', 'web'] as const),
      ] as const)
        assert.deepEqual(
          names(schema.properties![part]!),
          Object.keys(stored[part] ?? {}).toSorted(),
          `${name}.${part}`,
        );
      requireStageNames(schema, stored.stages ?? []);
      const tool = schema.properties!['tools']!.items!;
      assert.deepEqual(names(tool), Object.keys(tools[0]!).toSorted(), `${name}.tools`);
      assert.deepEqual(names(tool.properties!['request']!), Object.keys(tools[0]!.request).toSorted());
      const server = schema.properties!['mcp_servers']!.items!;
      const [storedServer] = stored.mcp_servers ?? [];
      assert.deepEqual(names(server), Object.keys(storedServer!).toSorted(), `${name}.mcp_servers`);
      const mcpTool = server.properties!['tools']!.items!;
      assert.deepEqual(names(mcpTool), Object.keys(storedServer!.tools[0]!).toSorted(), `${name}.mcp_servers.tools`);
    }
  });
});
