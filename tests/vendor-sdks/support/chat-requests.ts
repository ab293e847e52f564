import { END_CONVERSATION } from '../../../domain/voice/conversation-context.ts';

/** The conversation of these tests as a chat completion's messages. */
export const messages = (id = 'call_1') => [
  { role: 'system' as const, content: 'Be brief.' },
  { role: 'user' as const, content: 'Hours?' },
  {
    role: 'assistant' as const,
    content: null,
    tool_calls: [{ id, type: 'function' as const, function: { name: 'search', arguments: '{"query":"hours"}' } }],
  },
  { role: 'tool' as const, content: 'Nine to five.', tool_call_id: id },
  { role: 'assistant' as const, content: 'Nine to five.' },
  { role: 'user' as const, content: 'good bye then' },
];

export const TOOLS = [{ type: 'function' as const, function: { ...END_CONVERSATION } }];
