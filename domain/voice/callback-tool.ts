import type { ToolAnswer } from '../agents/tool-answer.ts';
import { oneLine } from '../plain-text.ts';
import type { Tool } from './conversation-context.ts';

/** The tool with which the LLM has the person on the telephone called back. */
export const SCHEDULE_CALLBACK = 'schedule_callback';

/** The tool of an agent that agrees on callbacks. */
export const CALLBACK_TOOL: Tool = {
  name: SCHEDULE_CALLBACK,
  description:
    'Schedules a call to the person on the telephone, at a time they asked for in their own time zone. Give in_minutes, or day ' +
    'and time. Confirm the time of the result, which may differ. If it is refused, tell why and agree on another time. A further ' +
    'call of this moves the callback.',
  parameters: {
    type: 'object',
    properties: {
      in_minutes: { type: 'integer', description: 'For "in an hour": 60. Then neither day nor time.' },
      day: { type: 'string', description: 'today, tomorrow, an English weekday such as monday, or YYYY-MM-DD.' },
      time: { type: 'string', description: 'Local time of the person in 24 hours: 17:00.' },
      timezone: { type: 'string', description: 'IANA name, only if the person said where they are.' },
      note: { type: 'string', description: 'What the person wants to talk about, in a few words.' },
    },
    additionalProperties: false,
  },
};

/** A callback as the model asks for it. */
export interface WantedCallback {
  readonly in_minutes?: number;
  readonly day?: string;
  readonly time?: string;
  readonly timezone?: string;
  readonly note?: string;
}

/** Longest note, in characters. */
export const NOTE_MAX = 300;

/** The arguments of a call of the tool that it takes. Those of other types are left out. */
export function wantedCallback(given: Readonly<Record<string, unknown>>): WantedCallback {
  const { in_minutes: minutes } = given;
  const texts = (['day', 'time', 'timezone', 'note'] as const).flatMap((name) => {
    const value = given[name];
    const text = typeof value === 'string' ? oneLine(value, NOTE_MAX) : '';
    return text === '' ? [] : [[name, text] as const];
  });
  return { ...(Number.isInteger(minutes) && { in_minutes: minutes as number }), ...Object.fromEntries(texts) };
}

/** The outcome of a request: the scheduled time in words, the reason for a refusal, or null when it is not known. */
export type CallbackResult = { readonly time_in_words: string } | { readonly refusal: string } | null;

/** What the model reads. */
export function callbackAnswer(result: CallbackResult): ToolAnswer {
  if (result === null)
    return {
      ...{ ok: false, status: null, variables: {}, mayHaveRun: true },
      content: 'It is not known whether the callback was scheduled. Do not promise it.',
    };
  if ('refusal' in result)
    return { ok: false, status: null, variables: {}, content: `Not scheduled: ${result.refusal}` };
  return {
    ...{ ok: true, status: null, variables: {} },
    content: `Scheduled for ${result.time_in_words}. Confirm this time.`,
  };
}
