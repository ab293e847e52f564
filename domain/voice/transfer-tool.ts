import { TRANSFERS_PER_CALL, type AgentTransfer } from '../agents/transfer.ts';
import type { TransferResult } from '../calls/transfer-record.ts';
import type { Tool } from './conversation-context.ts';

/** The tool with which the LLM transfers the call. */
export const TRANSFER_CALL = 'transfer_call';

/** Longest summary that the model may pass on, in characters. */
export const SUMMARY_MAX = 500;

/** The tool for these targets. The model sees their names only: it cannot dial a number of its choice. */
export function transferTool({ targets }: AgentTransfer): Tool {
  const isWarm = targets.some(({ mode }) => mode === 'warm');
  const described = targets.map(({ name, description }) => `${name}: ${description}`).join('\n');
  return {
    name: TRANSFER_CALL,
    description:
      'Transfers the caller to a person. Tell the caller in the same answer that you are connecting them. Without an ' +
      `answer, you get the result and continue the conversation. Targets:\n${described}`,
    parameters: {
      type: 'object',
      properties: {
        target: { type: 'string', enum: targets.map(({ name }) => name) },
        ...(isWarm && {
          summary: {
            type: 'string',
            maxLength: SUMMARY_MAX,
            description: 'What the person should know before the call, in one or two spoken sentences.',
          },
        }),
      },
      required: isWarm ? ['target', 'summary'] : ['target'],
      additionalProperties: false,
    },
  };
}

/** What the model reads of a transfer that connected no one. */
export const transferOutcome = (result: Exclude<TransferResult, 'answered'>, instruction = ''): string =>
  `${WORDS[result]} The caller is still with you. ${instruction}`.trim();

const WORDS: Readonly<Record<Exclude<TransferResult, 'answered'>, string>> = {
  busy: 'Not transferred: the line is busy.',
  no_answer: 'Not transferred: there is no answer.',
  not_confirmed: 'Not transferred: the line was answered, but no person took the call. It may be a mailbox.',
  failed: 'Not transferred: the person could not be connected.',
  canceled: 'Not transferred: the transfer was canceled.',
};

/** Why no transfer was started. */
export const TRANSFER_REFUSALS = {
  unknown: 'Not transferred: there is no such target.',
  running: 'Not transferred: another transfer is under way.',
  tooMany: `Not transferred: at most ${TRANSFERS_PER_CALL} transfers per call. Do not try again.`,
  noNumber: 'Not transferred: this target has no valid number. Do not try it again.',
  unrecorded: 'Not transferred: the transfer could not be recorded, so no one was called.',
} as const;

/** What the person hears first in a warm transfer without a summary. */
export const DEFAULT_BRIEF = 'You have a call.';
