import { assert } from 'chai';
import type { LlmProvider } from '../../../adapters/providers/define.ts';
import { END_CONVERSATION, type ChatMessage } from '../../../domain/voice/conversation-context.ts';
import type { Wire } from '../../adapters/providers/chat-dialects.ts';
import { BOTH, BOTH_CALLS, llmServer, type LlmServer } from '../../adapters/providers/llm-server.ts';
import { anywhere } from '../../adapters/providers/vendor-stands.ts';
import { chunksOf } from '../../contracts/language-model.contract.ts';
import { eventually } from '../../support/eventually.ts';

export const KEY = 'sk-0123456789';

export const QUESTION = 'what is this';
/** Makes a scripted server call `end_conversation`. */
export const GOODBYE = 'good bye then';
export const ANSWER = 'I heard you say: what is this.';

export type CallIds = readonly [string, string];

/** A conversation in which two tools were called in one answer, and which ends in a question. */
export const conversation = ([first, second]: CallIds = ['call_1', 'call_2'], question = GOODBYE): ChatMessage[] => [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Hours?' },
  {
    role: 'assistant',
    content: '',
    tool_calls: [
      { id: first, name: 'search', arguments: { query: 'hours' } },
      { id: second, name: 'holidays', arguments: { month: 5 } },
    ],
  },
  { role: 'tool', content: 'Nine to five.', tool_call_id: first },
  { role: 'tool', content: 'None.', tool_call_id: second },
  { role: 'assistant', content: 'Nine to five.' },
  { role: 'user', content: question },
];

/** What the adapter sends a server for this conversation, with the tool that ends it. */
export async function sentBy(provider: LlmProvider, wire: Wire, settings: (url: string) => object, ids?: CallIds) {
  const server = await llmServer(wire, KEY);
  const model = await provider.open({ api_key: KEY, ...settings(server.url) }, anywhere());
  const request = { messages: conversation(ids), tools: [END_CONVERSATION] };
  await chunksOf(model.generate(request, new AbortController().signal));
  const [{ body }] = server.received as [(typeof server.received)[0]];
  return JSON.parse(body.toString()) as Record<string, unknown>;
}

/** A streamed answer as an SDK returns it. */
export interface SdkReply {
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: unknown }[];
  readonly finish: string | null;
  readonly outputTokens: number | null;
}

/** A vendor's SDK as the client of a scripted server. */
export interface Client {
  /** Asks and reads the complete answer. Calls `onStart` at its first chunk, so that a test can cancel then. */
  ask(question: string, signal: AbortSignal, onStart?: () => void): Promise<SdkReply>;
}

interface Exchange {
  readonly name: string;
  readonly wire: Wire;
  readonly client: (server: LlmServer) => Client;
  /** How the SDK says that the answer is over, with words and with a call. */
  readonly finishes: readonly [words: string, call: string];
  /** How the SDK words a key that is refused, and a fault in the middle of an answer. */
  readonly refused: RegExp;
  readonly fault: RegExp;
}

const never = (): AbortSignal => new AbortController().signal;

const errorOf = async (work: Promise<unknown>): Promise<string> => {
  const outcome: unknown = await work.catch((error: unknown) => error);
  assert.instanceOf(outcome, Error);
  return `${outcome.constructor.name}: ${outcome.message}`;
};

/** Tries a scripted server in a whole exchange: words, a call, the end, errors, and an answer that is cancelled. */
export function exchange({ name, wire, client, finishes: [words, call], refused, fault }: Exchange): void {
  describe(`${name} against the scripted server`, () => {
    const connected = async () => {
      const server = await llmServer(wire, KEY);
      return { server, client: client(server) };
    };

    it('streams the text of a reply up to its end and its usage', async () => {
      const received = await (await connected()).client.ask(QUESTION, never());
      assert.deepEqual(received, { text: ANSWER, calls: [], finish: words, outputTokens: 3 });
    });

    it('puts a tool call together', async () => {
      const { text, calls, finish } = await (await connected()).client.ask(GOODBYE, never());
      assert.equal(text, 'I heard you say: good bye then.');
      assert.deepEqual(
        calls.map((each) => ({ ...each, id: each.id === '' ? '' : 'an id' })),
        [{ id: 'an id', name: END_CONVERSATION.name, arguments: {} }],
      );
      assert.equal(finish, call);
    });

    it('puts two tool calls of one answer together', async () => {
      const { text, calls, finish } = await (await connected()).client.ask(BOTH, never());
      assert.equal(text, `I heard you say: ${BOTH}.`);
      assert.deepEqual(
        calls.map(({ name: called, arguments: given }) => ({ name: called, arguments: given })),
        [...BOTH_CALLS],
      );
      assert.lengthOf(new Set(calls.map(({ id }) => id)), 2);
      assert.equal(finish, call);
    });

    it('understands that a key is refused', async () => {
      const { server, client: sdk } = await connected();
      server.refusals.push(401);
      assert.match(await errorOf(sdk.ask(QUESTION, never())), refused);
    });

    it('understands a fault in the middle of an answer', async () => {
      const { server, client: sdk } = await connected();
      server.mischief.push('fault');
      assert.match(await errorOf(sdk.ask(QUESTION, never())), fault);
    });

    it('ends the connection when the answer is cancelled', async () => {
      const { server, client: sdk } = await connected();
      server.mischief.push('hangs');
      const stop = new AbortController();
      await sdk.ask(QUESTION, stop.signal, () => stop.abort()).catch(() => undefined);
      assert.isTrue(stop.signal.aborted);
      await eventually(() => server.hangUps === 1, 'the end of the connection');
    });
  });
}
