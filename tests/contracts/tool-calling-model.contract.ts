import { assert } from 'chai';
import type { LanguageModel, GenerationChunk } from '../../application/ports/language-model.ts';
import { withToolAnswer, withToolCalls, type ToolCall } from '../../domain/voice/conversation-context.ts';
import { BOTH, BOTH_CALLS, type LlmServer } from '../adapters/providers/llm-server.ts';
import { failureOf } from '../adapters/providers/vendor-stands.ts';
import type { Contract } from '../support/contract.ts';
import { chunksOf, wordsOf } from './language-model.contract.ts';
import type { ThinkingStand } from './streaming-model.contract.ts';

/** A question that is answered with a call of each of these tools. */
const REQUEST_FOR_BOTH = {
  messages: [{ role: 'user', content: BOTH }] as const,
  tools: BOTH_CALLS.map(({ name }) => ({ name, description: name, parameters: { type: 'object' } })),
};

const never = (): AbortSignal => new AbortController().signal;

const callsOf = (chunks: readonly GenerationChunk[]): ToolCall[] =>
  chunks.flatMap((each) => (each.type === 'tool_call' ? [each.call] : []));

/** Gathers what comes before a failure. */
async function gatherIn(received: GenerationChunk[], chunks: AsyncIterable<GenerationChunk>): Promise<void> {
  for await (const chunk of chunks) received.push(chunk);
}

/** Asks on when both tools have answered, the second one first. */
function askOn(model: LanguageModel, [first, second]: readonly [ToolCall, ToolCall]): Promise<GenerationChunk[]> {
  const called = withToolCalls(REQUEST_FOR_BOTH.messages, [first, second], 'pending');
  const messages = withToolAnswer(withToolAnswer(called, [second.id], 'a taxi'), [first.id], 'a table');
  return chunksOf(model.generate({ ...REQUEST_FOR_BOTH, messages }, never()));
}

/** The last request had both calls in one response, and right after it each result under the id of its call. */
function assertBothCarriedBack(server: LlmServer): void {
  const { calls, results } = server.carriedBack();
  assert.deepEqual(
    calls.map(({ name, arguments: given }) => ({ name, arguments: given })),
    [...BOTH_CALLS],
  );
  const ids = calls.map(({ id }) => id);
  assert.lengthOf(new Set(ids), 2);
  assert.deepEqual(results, [
    { id: ids[0]!, content: 'a table' },
    { id: ids[1]!, content: 'a taxi' },
  ]);
}

/** What every vendor promises whose answers are streamed over HTTP: several tools at once, and no call of half an answer. */
export const toolCallingModelContract: Contract<ThinkingStand> = {
  'calls several tools in one answer, whose arguments come in pieces, each under an id of its own': async ({
    open,
  }) => {
    const chunks = await chunksOf((await open()).generate(REQUEST_FOR_BOTH, never()));
    const calls = callsOf(chunks);
    assert.deepEqual(
      calls.map(({ name, arguments: given }) => ({ name, arguments: given })),
      BOTH_CALLS,
    );
    assert.lengthOf(new Set(calls.map(({ id }) => id)), 2);
    assert.equal(wordsOf(chunks), `I heard you say: ${BOTH}.`);
    assert.propertyVal(chunks.at(-1), 'reason', 'tool_calls');
  },

  'carries the results of several calls back, each to its call, in the form of its vendor': async ({
    open,
    server,
  }) => {
    const model = await open();
    const calls = callsOf(await chunksOf(model.generate(REQUEST_FOR_BOTH, never())));
    await askOn(model, calls as [ToolCall, ToolCall]);
    assertBothCarriedBack(server);
  },

  'carries several calls of another vendor back with their results, as a fallback does': async ({ open, server }) => {
    const [first, second] = BOTH_CALLS.map((call, at) => ({
      ...call,
      id: `toolu_01-${at}`,
      arguments: { ...call.arguments },
    }));
    await askOn(await open(), [first!, second!]);
    assertBothCarriedBack(server);
  },

  'fails for the time being at a tool call without a JSON object as arguments, and calls none': async ({ open }) => {
    const model = await open();
    for (const content of ['book badly', 'book a list']) {
      const received: GenerationChunk[] = [];
      const request = { ...REQUEST_FOR_BOTH, messages: [{ role: 'user', content }] as const };
      const failure = await failureOf(gatherIn(received, model.generate(request, never())));
      assert.isTrue(failure.retryable, failure.message);
      assert.isEmpty(callsOf(received));
    }
  },

  'calls no tool of an answer that ends in the middle of its calls': async ({ open, server }) => {
    server.mischief.push('disconnects in calls');
    const received: GenerationChunk[] = [];
    const answer = (await open()).generate(REQUEST_FOR_BOTH, never());
    assert.isTrue((await failureOf(gatherIn(received, answer))).retryable);
    assert.isEmpty(callsOf(received));
  },
};
