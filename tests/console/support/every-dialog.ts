import { starterAgent } from '../../../console/src/pages/agents/starter-agent.ts';
import type { AnswerRecord } from '../../../domain/calls/answer-record.ts';
import { endedCall } from './ended-call.ts';
import type { FullOrganisation } from './every-page.ts';
import type { Stage } from './stage.ts';

/** Addresses of what has dialogs beyond an organisation with one of everything. */
export interface PagesOfDialogs {
  /** The versions of an agent with a canary. */
  readonly canaried: string;
  /** The tools of an agent that has the tool `ping`. */
  readonly tried: string;
  /** A call with a transcript and two answers, of which the second is marked. */
  readonly talked: string;
}

const TOOL = {
  ...{ type: 'http', name: 'ping', description: 'Pings.' },
  request: { method: 'GET', url: 'https://tools.invalid/ping' },
};

const answer = (number: number): AnswerRecord => ({
  ...{ number, at: '2026-03-02T09:00:01.000Z', question: 'when do you open', answer: 'At nine.' },
  ...{ lookup: 'nothing_close', sources: [] },
});

/** Adds an agent with a tool and a canary, a call with answers, and a callback. */
export async function addForDialogs(stage: Stage, { account, pageOf }: FullOrganisation): Promise<PagesOfDialogs> {
  const { api } = account;
  const { config, ...starter } = starterAgent([]);
  const agent = { ...starter, name: 'Pinger', config: { ...config, tools: [TOOL] } };
  const { agent_id: id } = await api.ask<{ agent_id: string }>('POST', '/agents', agent);
  await api.ask('PATCH', `/agents/${id}`, { config: { ...agent.config, language: { primary: 'en-GB' } } });
  await api.ask('POST', `/agents/${id}/canary`, { version: 1, share_percent: 20 });
  const call = await endedCall(stage, account, id, 'when do you open', { answers: [answer(1), answer(2)] });
  await api.ask('PUT', `/calls/${call}/answers/2/mark`, { note: 'It is ten on Sundays.' });
  await api.ask('POST', pageOf.call + '/callback', { day: 'tomorrow', time: '17:00' });
  return { canaried: `/agents/${id}/versions`, tried: `/agents/${id}?tab=tools`, talked: `/calls/${call}` };
}
