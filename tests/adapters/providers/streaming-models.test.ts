import { assert } from 'chai';
import type { LookupAddress } from 'node:dns';
import { connect } from 'node:net';
import { network, type Network } from '../../../adapters/lib/network.ts';
import type { LlmProvider } from '../../../adapters/providers/define.ts';
import {
  anthropicLlm,
  azureLlm,
  cerebrasLlm,
  googleLlm,
  groqLlm,
  mistralLlm,
  ollamaLlm,
  openaiCompatibleLlm,
  openaiLlm,
  openrouterLlm,
  sarvamLlm,
  scriptLlm,
  togetherLlm,
} from '../../../adapters/providers/index.ts';
import { registered } from '../../../adapters/providers/registered-providers.ts';
import type { LanguageModel } from '../../../application/ports/language-model.ts';
import { languageModelContract, chunksOf } from '../../contracts/language-model.contract.ts';
import {
  streamingModelContract,
  tidyModelContract,
  type ThinkingStand,
} from '../../contracts/streaming-model.contract.ts';
import { toolCallingModelContract } from '../../contracts/tool-calling-model.contract.ts';
import { bites, keeps } from '../../support/contract.ts';
import {
  cerebrasCompletions,
  chatCompletions,
  mistralCompletions,
  openRouterCompletions,
  type Wire,
} from './chat-dialects.ts';
import { claudeMessages } from './claude-dialect.ts';
import { geminiContents } from './gemini-dialect.ts';
import { openAiResponses } from './responses-dialect.ts';
import { BOTH_CALLS, llmServer } from './llm-server.ts';
import { anywhere, failureOf } from './vendor-stands.ts';

const KEY = 'sk-0123456789';

interface TestedModel {
  readonly provider: LlmProvider;
  readonly wire?: Wire;
  /** Settings that lead to a server at this URL. */
  readonly at?: (url: string) => object;
  /** Promises that its interface does not allow, and why. */
  readonly exempt?: Readonly<Record<string, string>>;
}

const ENDS_AT_A_WORD = 'is done when its vendor says so, and hangs up on one that does not end the stream';

const below = (path: string) => (url: string) => ({ base_url: `${url}${path}` });

const VENDORS: Readonly<Record<string, TestedModel>> = {
  openai: { provider: openaiLlm },
  'openai, by responses': {
    ...{ provider: openaiLlm, wire: openAiResponses },
    at: (url) => ({ base_url: `${url}/v1`, model: 'gpt-6-astra', reasoning_effort: 'max' }),
  },
  openai_compatible: { provider: openaiCompatibleLlm, at: (url) => ({ base_url: url, model: 'mine' }) },
  azure_openai: { provider: azureLlm, at: (url) => ({ endpoint: url, model: 'mine' }) },
  anthropic: { provider: anthropicLlm, wire: claudeMessages, at: below('') },
  google: {
    ...{ provider: googleLlm, wire: geminiContents, at: below('/v1beta') },
    exempt: { [ENDS_AT_A_WORD]: 'only the end of the stream says that Gemini is done' },
  },
  groq: { provider: groqLlm },
  cerebras: { provider: cerebrasLlm, wire: cerebrasCompletions },
  together: { provider: togetherLlm },
  openrouter: { provider: openrouterLlm, wire: openRouterCompletions },
  mistral: { provider: mistralLlm, wire: mistralCompletions },
  // Below a path of its own, where it is asked for nothing else.
  ollama: { provider: ollamaLlm, at: below('/ollama') },
  sarvam: { provider: sarvamLlm, at: below('') },
};

const stand =
  ({ provider, wire = chatCompletions, at = below('/v1') }: TestedModel) =>
  async (): Promise<ThinkingStand> => {
    const server = await llmServer(wire, KEY);
    const reached = anywhere();
    return { server, key: KEY, open: () => provider.open({ api_key: KEY, ...at(server.url) }, reached) };
  };

const questions = { question: 'what is this', answer: 'I heard you say: what is this.', goodbye: 'good bye then' };

for (const [name, reached] of Object.entries(VENDORS))
  describe(`language model: ${name}`, () => {
    const make = stand(reached);
    keeps(languageModelContract, async () => ({ model: await (await make()).open(), ...questions }));
    keeps(streamingModelContract, make, reached.exempt);
    keeps(toolCallingModelContract, make);
    keeps(tidyModelContract, make);
  });

describe('language models: the registry', () => {
  it('has no vendor that is not held to the contract of streaming models', () => {
    const tested = new Set(Object.values(VENDORS).map(({ provider }) => provider));
    // Scripted rules are streamed over no network.
    assert.deepEqual(
      registered.llm.filter((each) => !tested.has(each)),
      [scriptLlm],
    );
  });
});

describe('language models at private addresses', () => {
  const onlyPublic = { allowPrivate: false };
  for (const [name, { provider, at = below('/v1') }] of Object.entries(VENDORS)) {
    const thinkAt = async (url: string, reached: Network) => {
      const model = await provider.open({ api_key: KEY, ...at(url) }, reached);
      const thoughts = model.generate({ messages: [], tools: [] }, new AbortController().signal);
      return failureOf(chunksOf(thoughts));
    };

    it(`are not asked unless the operator allows it: ${name}`, async () => {
      const server = await llmServer(chatCompletions, KEY);
      const failure = await thinkAt(server.url, network(onlyPublic));
      assert.match(failure.message, /^127\.0\.0\.1 is a private address/);
      assert.isFalse(failure.retryable);
      assert.isEmpty(server.received);
    });

    it(`are not asked by a name that leads there: ${name}`, async () => {
      const resolve = (_: string, __: object, answer: (error: null, addresses: LookupAddress[]) => void) =>
        answer(null, [{ address: '10.0.0.1', family: 4 }]);
      const failure = await thinkAt('http://models.example', network({ ...onlyPublic, resolve }));
      assert.match(failure.message, /^models\.example is a private address/);
    });
  }
});

describe('language models: the contracts', function () {
  const broken = (generate: LanguageModel['generate']) => async () => ({
    ...(await stand(VENDORS['openai']!)()),
    open: async (): Promise<LanguageModel> => ({ model: null, generate, close: () => undefined }),
  });
  /** Answers without a request to the vendor. */
  const knowing = broken(async function* () {
    yield { type: 'text', text: 'Yes.' };
  });
  /** Keeps a connection for itself whenever it is asked. */
  const grasping = async () => {
    const honest = await stand(VENDORS['openai']!)();
    const open = async (): Promise<LanguageModel> => {
      connect({ host: '127.0.0.1', port: Number(new URL(honest.server.url).port) });
      return honest.open();
    };
    return { ...honest, open };
  };
  /** Knows only the first of several calls, and says so whenever it likes. */
  const hasty = async () => {
    const honest = await stand(VENDORS['openai']!)();
    const open = async (): Promise<LanguageModel> => {
      const model = await honest.open();
      const generate: LanguageModel['generate'] = async function* (request, signal) {
        yield { type: 'tool_call', call: { id: 'c1', name: BOTH_CALLS[0]!.name, arguments: {} } };
        for await (const chunk of model.generate({ ...request, messages: request.messages.slice(0, 1) }, signal))
          if (chunk.type !== 'tool_call') yield chunk;
      };
      return { ...model, generate };
    };
    return { ...honest, open };
  };
  bites(streamingModelContract, knowing);
  bites(toolCallingModelContract, knowing, hasty);
  bites(tidyModelContract, grasping);
});
