import type { AgentKeypad, DigitEntry } from '../agents/keypad.ts';
import { plainAnswer, type ToolAnswer } from '../agents/tool-answer.ts';
import { SENDABLE_KEYS } from '../audio/dtmf-tones.ts';
import type { Tool } from './conversation-context.ts';
import type { ToolAction } from './tool-state.ts';

/** The tool with which the LLM presses keys. */
export const SEND_DTMF = 'send_dtmf';
/** The tool with which the LLM has the caller type digits. */
export const COLLECT_DIGITS = 'collect_digits';

const SEND: Tool = {
  name: SEND_DTMF,
  description:
    'Presses keys of the telephone, to choose from the menu of an automated system. Say nothing in the same answer. ' +
    'Afterwards you hear what the other side says. Do not read keys aloud instead.',
  parameters: {
    type: 'object',
    properties: {
      keys: {
        type: 'string',
        pattern: SENDABLE_KEYS.source,
        description: 'Up to 32 of 0-9, *, #, A-D, and w for a pause of half a second.',
      },
    },
    required: ['keys'],
    additionalProperties: false,
  },
};

const collectTool = (entries: readonly DigitEntry[]): Tool => ({
  name: COLLECT_DIGITS,
  description:
    'Collects digits that the caller types on the keypad. Ask for them in the same answer and name the key that ends ' +
    'them. The digits follow as the result. Call it again when they are incomplete. The entries are: ' +
    entries.map((entry) => `${entry.name} (${entry.description}; ${lengthOf(entry)}${endOf(entry)})`).join(', '),
  parameters: {
    type: 'object',
    properties: { entry: { type: 'string', enum: entries.map(({ name }) => name) } },
    required: ['entry'],
    additionalProperties: false,
  },
});

const endOf = ({ terminator, min_digits, max_digits }: DigitEntry): string =>
  terminator === 'none' || min_digits === max_digits ? '' : `, ended with ${terminator}`;

const lengthOf = ({ min_digits: fewest, max_digits: most }: DigitEntry): string =>
  fewest === most ? digits(most) : `${fewest} to ${digits(most)}`;

const digits = (count: number): string => (count === 1 ? '1 digit' : `${count} digits`);

/** The tools of an agent with this keypad. */
export const keypadTools = (keypad: AgentKeypad | undefined): readonly Tool[] => [
  ...(keypad?.send ? [SEND] : []),
  ...(keypad && keypad.collect.length > 0 ? [collectTool(keypad.collect)] : []),
];

/** How the tools act. While they run the agent says nothing: a menu would hear it, and the caller types. */
export const keypadActions = (keypad: AgentKeypad | undefined): Readonly<Record<string, ToolAction>> =>
  Object.fromEntries(
    keypadTools(keypad).map(({ name }): [string, ToolAction] => {
      const isSending = name === SEND_DTMF;
      return [name, { hasSideEffects: isSending, waitingMessage: '', needsNoReply: isSending }];
    }),
  );

/** The keys of a call of `send_dtmf`, or null if they cannot be sent. */
export function keysToSend({ keys }: Readonly<Record<string, unknown>>): string | null {
  const text =
    typeof keys === 'string'
      ? keys
          .replaceAll(/[\s,-]/g, '')
          .toUpperCase()
          .replaceAll('W', 'w')
      : '';
  return SENDABLE_KEYS.test(text) ? text : null;
}

/** A failure of a keypad tool, in words for the model. */
export const keypadFailure = (content: string): ToolAnswer => plainAnswer(false, content);

/** What the model reads after keys were sent. */
export const keysSent = (keys: string): ToolAnswer => ({
  ...{ ok: true, status: null, variables: {} },
  content: `Pressed ${keys}. Wait for what the other side says.`,
});

/** Whether these keys complete an entry before a pause does. The terminator is not one of them. */
export const isWholeEntry = ({ max_digits }: DigitEntry, keys: string): boolean => keys.length >= max_digits;

/** How long the next key is awaited, in ms. */
export const keyTimeoutMs = ({ first_digit_secs, timeout_secs }: DigitEntry, keys: string): number =>
  (keys === '' ? first_digit_secs : timeout_secs) * 1_000;

/** What the model reads after a collection: the digits, or of a secret entry only how many. */
export function collectionAnswer(entry: DigitEntry, keys: string): ToolAnswer {
  const { name, secret, min_digits: fewest } = entry;
  if (keys === '') return keypadFailure(`The caller typed nothing. Needed: ${lengthOf(entry)}.`);
  const typed = secret ? digits(keys.length) : keys;
  if (/\D/.test(keys))
    return keypadFailure(`Invalid: the caller pressed keys that are not digits${secret ? '' : ` (${keys})`}.`);
  if (keys.length < fewest) return keypadFailure(`Incomplete: the caller typed ${typed}. Needed: ${lengthOf(entry)}.`);
  const answered = { ok: true, status: null } as const;
  if (!secret) return { ...answered, content: `The caller typed ${typed}.`, variables: { [name]: keys } };
  const content = `The caller typed ${typed}. They are secret: tools that need them get them as ${name}, you do not.`;
  return { ...answered, content, variables: {}, hidden: { [name]: keys } };
}
