import type { CallLog } from '../../domain/calls/call-log.ts';
import type { ApiClient } from './api-client.ts';
import { printProgress, endProgress, say } from './print.ts';
import { CONTACTS } from './scene.ts';
import { waitUntil } from './wait-until.ts';

const SETTINGS = {
  name: 'Summer on the terrace',
  rate_limit_per_second: 5,
  max_concurrency: 5,
  retry_config: { enabled: false },
};
const CAMPAIGN_MS = 180_000;

interface CampaignProgress {
  readonly state: string;
  readonly total_rows: number;
  readonly processed_rows: number;
  readonly failed_rows: number;
  readonly progress_percentage: number;
}

/** Runs a campaign over the demo contacts and prints the outcome of each call. */
export async function runCampaign(api: ApiClient, agentId: string): Promise<void> {
  const list = ['phone_number,name', ...CONTACTS.map(({ phone_number, name }) => `${phone_number},${name}`)].join('\n');
  const { source_id } = await api.upload<{ source_id: string }>('/campaign/upload', 'guests.csv', new Blob([list]));
  const campaign = { ...SETTINGS, agent_id: agentId, source_id };
  const { campaign_id } = await api.ask<{ campaign_id: string }>('POST', '/campaign/create', campaign);
  await api.ask('POST', `/campaign/${campaign_id}/start`);
  say(`✓ campaign “${SETTINGS.name}” calls ${CONTACTS.length} guests`);
  let last = '';
  const ask = async (): Promise<CampaignProgress> => {
    const now = await api.ask<CampaignProgress>('GET', `/campaign/${campaign_id}/progress`);
    const line = `${now.processed_rows} of ${now.total_rows} done, ${now.failed_rows} not reached`;
    if (line !== last) printProgress(line);
    last = line;
    return now;
  };
  await waitUntil('The campaign', ask, ({ state }) => state === 'completed', { everyMs: 500, timeoutMs: CAMPAIGN_MS });
  endProgress();
  const calls = await api.ask<CallLog[]>('GET', `/campaign/${campaign_id}/runs?limit=${CONTACTS.length}`);
  for (const { name, phone_number } of CONTACTS)
    say(
      row(
        name,
        calls.find((call) => call.to_number === phone_number),
      ),
    );
}

function row(name: string, call: CallLog | undefined): string {
  const cells = [name, call?.to_number, call?.status, call?.call_response, `${Math.round(call?.duration ?? 0)} s`];
  return `  ${cells.map((cell) => (cell ?? '').padEnd(13)).join(' ')}`.trimEnd();
}
