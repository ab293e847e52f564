import { assert } from 'chai';
import type { LanguageModel, GenerationRequest, GenerationChunk } from '../../application/ports/language-model.ts';
import { END_CONVERSATION, type ChatMessage } from '../../domain/voice/conversation-context.ts';
import type { Contract } from '../support/contract.ts';

/** A model, and questions of which it is known how they are answered. */
export interface ModelQuestions {
  readonly model: LanguageModel;
  /** A question that is answered with several words. */
  readonly question: string;
  readonly answer: string;
  /** A question that makes the model end the conversation if it can. */
  readonly goodbye: string;
}

const ask = (content: string, tools: GenerationRequest['tools'] = []): GenerationRequest => {
  const messages: ChatMessage[] = [
    { role: 'system', content: 'You are a receptionist.' },
    { role: 'assistant', content: 'Hello!' },
    { role: 'user', content },
  ];
  return { messages, tools };
};

export async function chunksOf(thoughts: AsyncIterable<GenerationChunk>): Promise<GenerationChunk[]> {
  const all: GenerationChunk[] = [];
  for await (const thought of thoughts) all.push(thought);
  return all;
}

export const wordsOf = (thoughts: readonly GenerationChunk[]): string =>
  thoughts.map((thought) => (thought.type === 'text' ? thought.text : '')).join('');

const callsOf = (thoughts: readonly GenerationChunk[]) =>
  thoughts.flatMap((each) => (each.type === 'tool_call' ? [each.call] : []));

const running = (): AbortSignal => new AbortController().signal;

export const languageModelContract: Contract<ModelQuestions> = {
  'streams its answer in pieces that make up the whole': async ({ model, question, answer }) => {
    const thoughts = await chunksOf(model.generate(ask(question), running()));
    assert.equal(wordsOf(thoughts), answer);
    assert.isAbove(thoughts.length, 1);
  },

  'answers every question anew': async ({ model, question, answer }) => {
    await chunksOf(model.generate(ask(question), running()));
    assert.equal(wordsOf(await chunksOf(model.generate(ask(question), running()))), answer);
  },

  'calls a tool that it was offered, each time under an id of its own': async ({ model, goodbye }) => {
    const end = async () => callsOf(await chunksOf(model.generate(ask(goodbye, [END_CONVERSATION]), running())));
    const [first, second] = [await end(), await end()];
    assert.deepEqual(
      first.map(({ name }) => name),
      [END_CONVERSATION.name],
    );
    assert.deepEqual(first[0]?.arguments, {});
    assert.notEqual(first[0]?.id, second[0]?.id);
  },

  'calls no tool that it was not offered': async ({ model, goodbye }) => {
    assert.isEmpty(callsOf(await chunksOf(model.generate(ask(goodbye), running()))));
  },

  'yields no chunk after the signal aborts': async ({ model, question }) => {
    const abort = new AbortController();
    const received: GenerationChunk[] = [];
    for await (const thought of model.generate(ask(question), abort.signal)) {
      received.push(thought);
      abort.abort();
    }
    assert.lengthOf(received, 1);
  },

  'says nothing at all when it was told to stop before': async ({ model, question }) => {
    assert.isEmpty(await chunksOf(model.generate(ask(question), AbortSignal.abort())));
  },

  'can be closed more than once': async ({ model }) => {
    model.close();
    model.close();
  },
};
