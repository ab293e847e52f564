import type { CallLog } from '../../domain/calls/call-log.ts';
import type { ApiClient } from './api-client.ts';
import { say } from './print.ts';
import { TELEPHONIST } from './scene.ts';
import { waitUntil } from './wait-until.ts';

const CALLER = '+14155550199';
const SAYS = ['What are your opening hours?', 'Thank you. Goodbye.'];

/** A telephone agent with a number of its own. */
export interface Telephonist {
  readonly agentId: string;
  readonly number: string;
  /** Gives the number back. */
  releaseNumber(): Promise<void>;
}

/** Makes an agent with a number of the simulated carrier. */
export async function createTelephonist(api: ApiClient, account: string): Promise<Telephonist> {
  await api.ask('POST', '/auth', { provider: 'simulator', auth: { auth_id: account, auth_token: 'any' } });
  const { agent_id } = await api.ask<{ agent_id: string }>('POST', '/agents', TELEPHONIST);
  const { numbers } = await api.ask<{ numbers: string[] }>('GET', '/phone-numbers/providers/simulator/inventory');
  // Starts with the last number, because users of the documentation attach the first.
  for (const number of numbers.toReversed()) {
    const phone = { phone_number: number, provider: 'simulator', agent_id };
    // Another organisation of this installation may have it.
    const attached = await api.ask('POST', '/phone-numbers/attach', phone).catch(() => null);
    if (attached === null) continue;
    say(`✓ agent “${TELEPHONIST.name}” answers ${number}`);
    const releaseNumber = async () => void (await api.ask('DELETE', '/phone-numbers/detach', { phone_number: number }));
    return { agentId: agent_id, number, releaseNumber };
  }
  throw new Error('Every number of the simulated carrier is taken: detach one');
}

/** Simulates an inbound call to the agent and prints the transcript. */
export async function callByTelephone(
  api: ApiClient,
  simulatorUrl: string,
  { number }: Telephonist,
  account: string,
): Promise<void> {
  const ringing = { to: number, from: CALLER, say: SAYS, auth_id: account };
  const response = await fetch(`${simulatorUrl}/simulate/inbound`, { method: 'POST', body: JSON.stringify(ringing) });
  if (!response.ok) throw new Error(`The simulator answered ${response.status}: ${await response.text()}`);
  say(`✓ ${CALLER} calls`);
  const me = await api.ask<{ org_id: string }>('GET', '/users/me');
  const ask = () => api.ask<{ calls: CallLog[] }>('GET', `/calls/org/${me.org_id}`);
  const { calls } = await waitUntil('The call', ask, (answer) => answer.calls.some(isOver));
  const transcript = await api.download(`/calls/${calls.find(isOver)?.call_id}/transcript`);
  for (const line of new TextDecoder().decode(transcript).split('\n').slice(2)) if (line !== '') say(`  ${line}`);
}

const isOver = ({ call_type, status, transcript_url }: CallLog): boolean =>
  call_type === 'inbound' && status === 'completed' && transcript_url !== null;
