import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { rehearse } from '../../../tools/rehearsal/rehearse.ts';
import { scriptedConfig } from './scripted-config.ts';

/** An agent of the telephone that books by a tool and connects a person. */
export const ROOMS_AGENT = {
  name: 'Bookings',
  agent_category: 'telephony',
  config: {
    ...scriptedConfig('Book rooms.', 'Hello, which room would you like?', {
      otherwise: 'Which room would you like?',
      rules: [
        {
          when: 'person',
          say: '',
          call: { tool: 'transfer_call', arguments: { target: 'desk' } },
          say_failure: 'The office is busy.',
        },
        {
          when: 'room (\\w+)',
          say: '',
          call: { tool: 'book', arguments: { room: '$1' } },
          say_answer: 'Booked: {{answer}}.',
        },
        { when: 'bye', say: 'Goodbye.', end: true },
      ],
    }),
    transfer: { targets: [{ name: 'desk', description: 'A person.', to: '+15550100001', mode: 'cold' }] },
    tools: [
      {
        ...{ type: 'http', name: 'book', description: 'Books a room.', side_effects: true, timeout_secs: 5 },
        parameters: {
          type: 'object',
          properties: { room: { type: 'string', enum: ['one', 'two'] } },
          required: ['room'],
        },
        request: { method: 'POST', url: 'http://127.0.0.1:9/rooms', body: { room: '{{room}}' } },
        response: { format: 'json', path: 'room' },
      },
    ],
  },
};

/** A model that nothing answers for. */
export const DOWN = { provider: 'ollama', model: 'none', base_url: 'http://127.0.0.1:9' };

/** A service with a state of its own in each conversation. */
const SERVICE = `export function newService() {
  const rooms = [];
  return {
    answerTo(method, path, body) {
      if (method !== 'POST' || path !== '/rooms' || rooms.includes(body.room)) return [409, { error: 'taken' }];
      rooms.push(body.room);
      return [201, { room: body.room }];
    },
    state: () => ({ rooms }),
  };
}`;

export interface JsonRun {
  readonly verdict: string;
  readonly ended: string | null;
  readonly problems: readonly string[];
  readonly checks: readonly { readonly name: string; readonly ok: boolean | null }[];
  readonly judged: readonly { readonly met: string; readonly agreement: number }[];
  readonly cost: { readonly amount: string };
  readonly transcript: readonly { readonly speaker: string; readonly words: string }[];
}

/** Rehearses the agent above with one persona in one conversation, with files in this folder. */
export async function rehearseRooms(
  folder: string,
  { persona = {}, expect = {}, ...suite }: { persona?: object; expect?: object; [more: string]: unknown },
  ...args: string[]
) {
  const caller = {
    script: [
      { when: 'which room', say: 'room one' },
      { when: 'booked', say: 'bye' },
    ],
    ...persona,
  };
  const conversations = [{ title: 'a room', persona: 'caller', expect }];
  const whole = { title: 'Rooms', agent: 'agent.json', personas: { caller }, conversations, ...suite };
  await writeFile(join(folder, 'agent.json'), JSON.stringify(ROOMS_AGENT));
  await writeFile(join(folder, 'service.mjs'), SERVICE);
  await writeFile(join(folder, 'suite.yaml'), stringify(whole));
  const printed: string[] = [];
  const shell = { env: { HOME: folder }, folder, print: (text: string) => void printed.push(text) };
  const code = await rehearse(['suite.yaml', '--json', 'out.json', ...args], shell);
  const { suites } = JSON.parse(await readFile(join(folder, 'out.json'), 'utf8')) as {
    suites: { runs: JsonRun[] }[];
  };
  const out = printed.join('\n');
  return { code, out, runs: suites.flatMap(({ runs }) => runs) };
}
