import type { CallIds } from './models.ts';
import { END_CONVERSATION } from '../../../domain/voice/conversation-context.ts';

/** The conversation of these tests as a chat completion's messages. */
export const messages = ([first, second]: CallIds = ['call_1', 'call_2']) => [
  { role: 'system' as const, content: 'Be brief.' },
  { role: 'user' as const, content: 'Hours?' },
  {
    role: 'assistant' as const,
    content: null,
    tool_calls: [
      { id: first, type: 'function' as const, function: { name: 'search', arguments: '{"query":"hours"}' } },
      { id: second, type: 'function' as const, function: { name: 'holidays', arguments: '{"month":5}' } },
    ],
  },
  { role: 'tool' as const, content: 'Nine to five.', tool_call_id: first },
  { role: 'tool' as const, content: 'None.', tool_call_id: second },
  { role: 'assistant' as const, content: 'Nine to five.' },
  { role: 'user' as const, content: 'good bye then' },
];

export const TOOLS = [{ type: 'function' as const, function: { ...END_CONVERSATION } }];
