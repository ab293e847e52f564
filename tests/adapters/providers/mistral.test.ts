import { assert } from 'chai';
import type { LlmProvider } from '../../../adapters/providers/define.ts';
import { mistralLlm, openrouterLlm } from '../../../adapters/providers/index.ts';
import type { ChatMessage } from '../../../domain/voice/conversation-context.ts';
import { chunksOf } from '../../contracts/language-model.contract.ts';
import { chatCompletions } from './chat-dialects.ts';
import { llmServer } from './llm-server.ts';
import { anywhere } from './vendor-stands.ts';

const KEY = 'sk-0123456789';
const call = { id: 'abcDEF123', name: 'search', arguments: {} };
const INTERRUPTED: readonly ChatMessage[] = [
  { role: 'user', content: 'Hours?' },
  { role: 'assistant', content: '', tool_calls: [call] },
  { role: 'tool', content: 'Cancelled.', tool_call_id: call.id },
  { role: 'user', content: 'Wait!' },
];

/** The roles of the messages that a vendor gets. */
async function rolesOf(provider: LlmProvider, model: string): Promise<string[]> {
  const server = await llmServer(chatCompletions, KEY);
  const opened = await provider.open({ api_key: KEY, base_url: server.url, model }, anywhere());
  await chunksOf(opened.generate({ messages: INTERRUPTED, tools: [] }, new AbortController().signal));
  const { messages } = JSON.parse(server.received[0]!.body.toString()) as { messages: ChatMessage[] };
  return messages.map(({ role }) => role);
}

describe('a caller who interrupts a tool', () => {
  it('speaks after a turn of the agent for Mistral’s models, which refuse words right after an answer', async () => {
    const bridged = ['user', 'assistant', 'tool', 'assistant', 'user'];
    assert.deepEqual(await rolesOf(mistralLlm, 'mistral-small-latest'), bridged);
    assert.deepEqual(await rolesOf(openrouterLlm, 'mistralai/Mixtral-8x22b-instruct'), bridged);
    assert.deepEqual(await rolesOf(openrouterLlm, 'qwen/qwen3-32b'), ['user', 'assistant', 'tool', 'user']);
  });
});
