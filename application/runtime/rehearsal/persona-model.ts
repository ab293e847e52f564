import type { LanguageModel } from '../../ports/language-model.ts';
import { END_CONVERSATION, type ChatMessage, type Tool } from '../../../domain/voice/conversation-context.ts';
import { SILENCE, type CallerReply, type CallerView, type PersonaWords } from './persona-words.ts';
import type { Persona, Temper } from '../../../domain/rehearsal/suite.ts';

/** The tool with which a caller hangs up. */
const HANG_UP: Tool = {
  ...END_CONVERSATION,
  description:
    'Hangs up. Say goodbye in the same answer. Use it once your goal is reached, or when it cannot be reached.',
};

const TEMPERS: Readonly<Record<Temper, string>> = {
  calm: 'You are calm and friendly.',
  hurried: 'You are in a hurry: you use few words, and complain when something takes long.',
  angry: 'You are angry: you complain, and you do not thank for anything.',
  confused: 'You are confused: you misunderstand a question now and then, and correct yourself.',
};

/** Longest answer that counts as something a caller says, in characters. */
const WORDS_MAX = 400;
const TOKENS_MAX = 300;

/** What a model is given to play this caller. */
export function personaInstructions({ goal, facts = {}, temper = 'calm' }: Persona): string {
  const known = Object.entries(facts).map(([name, value]) => `- ${name}: ${value}`);
  return [
    'You play a person who is on the telephone with the service of a company. The other side is that service; you are the ' +
      'caller. Never speak for the service, never offer help, and never mention that you play a role.',
    `Your goal: ${goal ?? 'find out what the service can do for you'}.`,
    known.length > 0
      ? `What you know. Say these facts when they are needed, one at a time, and invent no others:\n${known.join('\n')}`
      : 'If you are asked for facts that you do not have, say that you do not know them.',
    TEMPERS[temper],
    'Answer with the words you say and nothing else: one or two short spoken sentences, without quotes, names or directions.',
    `Once your goal is reached, or clearly cannot be, say goodbye and call ${HANG_UP.name}.`,
  ].join('\n\n');
}

/** A caller whose words are those of a model. */
export function modelledWords(persona: Persona, model: Pick<LanguageModel, 'generate'>): PersonaWords {
  const instructions = personaInstructions(persona);
  return {
    async reply(view) {
      const messages: ChatMessage[] = [{ role: 'system', content: instructions }, ...messagesOf(view)];
      let [words, leaves] = ['', false];
      const signal = new AbortController().signal;
      for await (const chunk of model.generate({ messages, tools: [HANG_UP], maxTokens: TOKENS_MAX }, signal)) {
        if (chunk.type === 'text') words += chunk.text;
        if (chunk.type === 'tool_call') leaves ||= chunk.call.name === HANG_UP.name;
      }
      const reply: CallerReply = { words: onlyWords(words), leaves };
      return reply.words === '' && !leaves ? SILENCE : reply;
    },
  };
}

/** The conversation from the caller's side: the agent's messages are the user's, and the other way round. */
function messagesOf({ exchanges, moment }: CallerView): ChatMessage[] {
  const messages = exchanges.map(({ speaker, words }) =>
    speaker === 'agent'
      ? ({ role: 'user', content: words } as const)
      : ({ role: 'assistant', content: words } as const),
  );
  if (moment === 'interrupts')
    return [...messages, { role: 'user', content: '[The service is still speaking. You interrupt it.]' }];
  if (messages.at(-1)?.role === 'user') return messages;
  return [...messages, { role: 'user', content: '[The line is open. The service says nothing.]' }];
}

/** What is spoken of an answer: without directions, a name before it, and quotes around it. */
export const onlyWords = (text: string): string =>
  text
    .replace(/\*[^*]{0,80}\*|\([^()]*\)|\[[^[\]]*\]/gu, ' ')
    .replace(/^\s*(?:caller|me|customer|user)\s*:/iu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^["“](.*)["”]$/u, '$1')
    .slice(0, WORDS_MAX)
    .trim();
