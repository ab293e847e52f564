import { assert } from 'chai';
import type { LanguageModel, GenerationChunk } from '../../application/ports/language-model.ts';
import { network } from '../../adapters/lib/network.ts';
import { scriptedModel, scriptLlm } from '../../adapters/providers/script/llm.ts';
import { compileScript } from '../../domain/script/script.ts';
import { END_CONVERSATION, type ChatMessage } from '../../domain/voice/conversation-context.ts';
import { languageModelContract, chunksOf, wordsOf, type ModelQuestions } from '../contracts/language-model.contract.ts';
import { bites, keeps } from '../support/contract.ts';

const anywhere = network({ allowPrivate: true });

const receptionist = async (): Promise<ModelQuestions> => ({
  model: await scriptLlm.open({}, anywhere),
  question: 'what is this',
  answer: 'I heard you say: what is this.',
  goodbye: 'good bye then',
});

describe('language model: script', () => keeps(languageModelContract, receptionist));

describe('language model: the contract', () => {
  const broken =
    (generate: LanguageModel['generate'], close = (): void => undefined) =>
    async (): Promise<ModelQuestions> => {
      const whole = await receptionist();
      return { ...whole, model: { model: null, generate, close } };
    };
  const closableOnce = () => {
    let closed = false;
    return () => {
      if (closed) throw new Error('closed twice');
      closed = true;
    };
  };
  const say = (text: string): GenerationChunk => ({ type: 'text', text });

  let requestCount = 0;
  bites(
    languageModelContract,
    // Deaf to everything: one lump, no tools, no stopping.
    broken(async function* () {
      yield say('Yes.');
    }),
    // Tired after the first question, and calls the same tool whatever it was offered.
    broken(async function* ({ messages }) {
      requestCount += 1;
      yield say(`${requestCount}`);
      yield say(messages.at(-1)?.content ?? '');
      yield { type: 'tool_call', call: { id: 'same', name: END_CONVERSATION.name, arguments: {} } };
    }),
    broken(async function* () {}, closableOnce()),
  );
});

describe('the script', () => {
  const received = (content: string): { messages: ChatMessage[]; tools: [] } => ({
    messages: [{ role: 'user', content }],
    tools: [],
  });
  const answer = async (content: string, settings: Record<string, unknown> = {}): Promise<string> => {
    const model = await scriptLlm.open(settings, anywhere);
    return wordsOf(await chunksOf(model.generate(received(content), new AbortController().signal)));
  };

  it('is a polite receptionist by default', async () => {
    assert.equal(await answer('hello'), 'Hello! How can I help you?');
    assert.equal(await answer('well my name is ada'), 'Nice to meet you, ada. What can I do for you?');
    assert.equal(await answer('thank you very much'), 'You are very welcome. Is there anything else?');
    assert.equal(await answer('that is all'), 'Thank you for calling. Goodbye!');
    assert.equal(await answer('a table for two'), 'I heard you say: a table for two.');
  });

  it('says its own name to the metrics', async () => {
    assert.equal((await scriptLlm.open({}, anywhere)).model, 'script');
  });

  it('answers by the rules it was given', async () => {
    const settings = { rules: [{ when: '(\\d+)', say: '$1 it is' }], otherwise: 'A number, please' };
    assert.equal(await answer('room 12', settings), '12 it is');
    assert.equal(await answer('hello', settings), 'A number, please');
  });

  it('waits for its configured delay before the first word', async () => {
    const waits: number[] = [];
    const wait = async (ms: number) => waits.push(ms);
    const model = scriptedModel(compileScript([], 'Yes'), 250, wait);
    await chunksOf(model.generate(received('?'), new AbortController().signal));
    assert.deepEqual(waits, [250]);
  });

  it('ends its delay when the signal aborts', async () => {
    const abort = new AbortController();
    const model = scriptedModel(compileScript([], 'Yes'), 30_000);
    const thoughts = chunksOf(model.generate(received('?'), abort.signal));
    abort.abort();
    assert.isEmpty(await thoughts);
  });

  it('passes on whatever else goes wrong while it waits', async () => {
    const wait = async () => Promise.reject(new Error('no timers'));
    const model = scriptedModel(compileScript([], 'Yes'), 1, wait);
    const thoughts = chunksOf(model.generate(received('?'), new AbortController().signal));
    const outcome = await thoughts.then(
      () => 'silence',
      (error: Error) => error.message,
    );
    assert.equal(outcome, 'no timers');
  });
});
