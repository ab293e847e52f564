import type { ChatMessage } from '../../../domain/voice/conversation-context.ts';

/** One message, in the vendor's own content parts. */
export interface RoleMessage<Part> {
  readonly role: 'user' | 'assistant';
  readonly parts: Part[];
}

/** A conversation for vendors that take the system prompt separately and require alternating roles. */
export interface AlternatingMessages<Part> {
  readonly system: string;
  readonly turns: readonly RoleMessage<Part>[];
}

/** Converts messages to alternating roles. The first and the last message are the user's; adjacent messages of one role are joined. */
export function alternateRoles<Part>(
  messages: readonly ChatMessage[],
  partsOf: (message: ChatMessage) => Part[],
  silence: () => Part,
): AlternatingMessages<Part> {
  const turns: RoleMessage<Part>[] = [];
  for (const message of messages) if (message.role !== 'system') add(turns, sideOf(message), partsOf(message));
  const silentMessage = (): RoleMessage<Part> => ({ role: 'user', parts: [silence()] });
  if (turns[0]?.role !== 'user') turns.unshift(silentMessage());
  if (turns.at(-1)?.role !== 'user') turns.push(silentMessage());
  return { system: systemOf(messages), turns };
}

const sideOf = ({ role }: ChatMessage): 'user' | 'assistant' => (role === 'assistant' ? role : 'user');

function add<Part>(turns: RoleMessage<Part>[], role: 'user' | 'assistant', parts: Part[]): void {
  const last = turns.at(-1);
  if (parts.length === 0) return;
  if (last?.role === role) last.parts.push(...parts);
  else turns.push({ role, parts });
}

const systemOf = (messages: readonly ChatMessage[]): string =>
  messages.flatMap(({ role, content }) => (role === 'system' && content.trim() !== '' ? [content] : [])).join('\n\n');
