import { assert } from 'chai';
import {
  effectiveKnowledge,
  parseKnowledgeBase,
  requiredDocuments,
  requireFittingProviders,
  type AgentKnowledgeBase,
} from '../../../domain/agents/knowledge-base.ts';
import { refusal } from './known-providers.ts';

/** A knowledge base for an agent with this LLM provider. */
function parse(input: unknown, llmProvider = 'test_llm'): AgentKnowledgeBase {
  const knowledge = parseKnowledgeBase(input);
  requireFittingProviders(knowledge, [llmProvider]);
  return knowledge;
}

describe('parseKnowledgeBase', () => {
  const enabled = { enabled: true, document_ids: ['d1'] };

  it('is disabled by default', () => {
    const none = { enabled: false, mode: 'context' as const, document_ids: [], top_k: 5 };
    for (const absent of [undefined, null, {}]) assert.deepEqual(parse(absent), none);
  });

  it('trims document ids and drops duplicates and blanks', () => {
    const parsed = parse({ ...enabled, document_ids: [' d1', '', 'd2', 'd1 '] });
    assert.deepEqual(parsed.document_ids, ['d1', 'd2']);
  });

  const wrong: readonly [Record<string, unknown>, string][] = [
    [{ enabled: 'true' }, 'knowledge_base.enabled must be true or false'],
    [{ mode: 'magic' }, 'knowledge_base.mode must be tool or context'],
    [{ follow_ups: 'magic' }, 'knowledge_base.follow_ups must be one of rules, model'],
    [{ top_k: 0 }, 'knowledge_base.top_k must be an integer from 1 to 10'],
    [{ top_k: 11 }, 'knowledge_base.top_k must be an integer from 1 to 10'],
    [{ top_k: 2.5 }, 'knowledge_base.top_k must be an integer from 1 to 10'],
    [{ document_ids: 'd1' }, 'knowledge_base.document_ids must be a list of strings'],
    [{ enabled: true }, 'knowledge_base.document_ids must hold at least one document id when enabled'],
    [
      { enabled: true, document_ids: [' ', ''] },
      'knowledge_base.document_ids must hold at least one document id when enabled',
    ],
    [
      { ...enabled, mode: 'tool' },
      'knowledge_base.mode tool requires one of these LLM providers: openai, anthropic, groq, azure_openai',
    ],
  ];
  for (const [input, message] of wrong)
    it(`rejects ${JSON.stringify(input)}: ${message}`, () =>
      assert.equal(
        refusal(() => parse(input)),
        message,
      ));

  it('accepts tool mode with tool-calling providers, and with any while disabled', () => {
    for (const provider of ['openai', 'anthropic', 'groq', 'azure_openai'])
      assert.equal(parse({ ...enabled, mode: 'tool' }, provider).mode, 'tool');
    assert.equal(parse({ mode: 'tool' }).mode, 'tool');
  });

  it('rejects follow-ups by a model where a provider has none, unless it is disabled', () => {
    const byModel = { ...enabled, follow_ups: 'model' };
    const message = 'knowledge_base.follow_ups model requires another LLM provider than script, which has no model';
    assert.equal(
      refusal(() => parse(byModel, 'script')),
      message,
    );
    assert.equal(parse({ ...byModel, enabled: false }, 'script').follow_ups, 'model');
    assert.equal(parse({ ...enabled, follow_ups: 'rules' }, 'script').follow_ups, 'rules');
    assert.equal(parse(byModel).follow_ups, 'model');
  });

  it('stores no follow_ups where none are named', () => {
    for (const none of [{}, { follow_ups: null }]) assert.notProperty(parse({ ...enabled, ...none }), 'follow_ups');
  });

  it('requires ready documents only when enabled', () => {
    assert.deepEqual(requiredDocuments(parse(enabled)), ['d1']);
    assert.deepEqual(requiredDocuments(parse({ document_ids: ['d1'] })), []);
  });
});

describe('effectiveKnowledge', () => {
  const stored = { enabled: true, mode: 'tool', document_ids: ['d1', 'd2'], top_k: 3 };

  it('returns the configured knowledge', () => {
    assert.deepEqual(effectiveKnowledge(stored, ['openai']), {
      ...{ mode: 'tool', documentIds: ['d1', 'd2'], topK: 3, followUps: 'rules' },
    });
  });

  it('has the model complete follow-ups only where that is set, and there is one', () => {
    const completing = (follow_ups: unknown, ...providers: string[]) =>
      effectiveKnowledge({ ...stored, follow_ups }, providers)?.followUps;
    assert.deepEqual(
      [undefined, 'magic', 'rules', 'model'].map((given) => completing(given, 'openai')),
      ['rules', 'rules', 'rules', 'model'],
    );
    assert.equal(completing('model', 'openai', 'script'), 'rules');
  });

  it('falls back to context for an unknown mode', () => {
    for (const mode of ['magic', undefined, 7])
      assert.equal(effectiveKnowledge({ ...stored, mode }, ['openai'])?.mode, 'context');
  });

  it('clamps the number of excerpts', () => {
    const topK = (top_k: unknown): number | undefined => effectiveKnowledge({ ...stored, top_k }, ['openai'])?.topK;
    assert.deepEqual([-3, 0, 1, 7.9, 99, 'x', undefined].map(topK), [1, 1, 1, 7, 10, 5, 5]);
  });

  it('is null when disabled or without documents', () => {
    assert.isNull(effectiveKnowledge({ ...stored, enabled: false }, ['openai']));
    assert.isNull(effectiveKnowledge({ ...stored, enabled: undefined }, ['openai']));
    for (const ids of [[], [' '], undefined, 'd1', [4]])
      assert.isNull(effectiveKnowledge({ ...stored, document_ids: ids }, ['openai']));
  });
});
