import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import { ApiClient } from '../tools/demo/api-client.ts';
import { RECEPTIONIST } from '../tools/demo/scene.ts';
import { stop } from './child.ts';
import { startBuiltTelephony, type MeasuredServer } from './measured-server.ts';
import { residentBytes } from './process-cost.ts';

const SIZES = [10_000, 100_000, 1_000_000] as const;
/** A million rows are looked through before they are taken. */
const TIMEOUT_MS = 600_000;
const MEBIBYTE = 1024 * 1024;
const ACCOUNT = { email: 'bench@example.com', password: 'only for the bench', organisation_name: 'Bench' };
/** Open for one minute of the week that is not now: contacts are queued but not dialled. */
const closed = () => ({
  timezone: 'UTC',
  slots: [{ day_of_week: (new Date().getUTCDay() + 2) % 7, start_time: '00:00', end_time: '00:01' }],
});

/** What the API takes of memory while a list is uploaded, made a campaign of, queued and reported. */
export async function contactListMemory(say: (line: string) => void): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'contact-lists-'));
  const server = await startBuiltTelephony({ CAMPAIGN_MAX_CSV_BYTES: String(1024 * MEBIBYTE) });
  const api = new ApiClient(`${server.origin}/api/v1`, TIMEOUT_MS);
  const agentId = await answering(api);
  const peaks: number[] = [];
  for (const rows of SIZES) {
    const path = join(directory, `${rows}.csv`);
    await pipeline(Readable.from(lines(rows)), createWriteStream(path));
    const phases: string[] = [];
    let peak = 0;
    const measured = async <T>(phase: string, work: () => Promise<T>): Promise<T> => {
      const { answer, ms, bytes } = await watched(server, work);
      phases.push(`${phase} ${(ms / 1000).toFixed(1)} s, ${(bytes / MEBIBYTE).toFixed(0)} MiB`);
      peak = Math.max(peak, bytes);
      return answer;
    };
    const list = await openAsBlob(path);
    const { source_id } = await measured('upload', () =>
      api.upload<{ source_id: string }>('/campaign/upload', 'list.csv', list),
    );
    const body = { name: `${rows}`, agent_id: agentId, source_id, schedule_config: closed() };
    const { campaign_id } = await measured('create', () =>
      api.ask<{ campaign_id: string }>('POST', '/campaign/create', body),
    );
    await measured('start', () => queuedAll(server, api, campaign_id, rows));
    await measured('report', () => api.download(`/campaign/${campaign_id}/report`));
    say(`a list of ${rows} contacts: ${phases.join('; ')}`);
    peaks.push(peak);
  }
  const [, small = 0, large = 0] = peaks;
  say(
    `  a million contacts take ${((large - small) / MEBIBYTE).toFixed(0)} MiB more than a hundred thousand (target at most 64)`,
  );
  await stop(server.child);
  for (const used of [directory, server.dataDir ?? '']) await rm(used, { recursive: true, force: true });
}

function* lines(rows: number): Generator<string> {
  yield 'phone_number,name,city\n';
  for (let row = 0; row < rows; row += 1) yield `+1415${String(row).padStart(7, '0')},Name ${row},Somewhere\n`;
}

async function answering(api: ApiClient): Promise<string> {
  const { access_token } = await api.ask<{ access_token: string }>('POST', '/users/signup', ACCOUNT);
  api.authorise(access_token);
  await api.ask('POST', '/auth', { provider: 'simulator', auth: { auth_id: 'MAbench', auth_token: 'any' } });
  const telephone = { ...RECEPTIONIST, agent_category: 'telephony', telephony_provider: 'simulator' };
  const { agent_id } = await api.ask<{ agent_id: string }>('POST', '/agents', telephone);
  await api.ask('POST', '/phone-numbers/attach', { phone_number: '+15550100000', provider: 'simulator', agent_id });
  return agent_id;
}

/** Starts the campaign and resolves when every contact is queued, as the database itself says. */
async function queuedAll({ dataDir }: MeasuredServer, api: ApiClient, id: string, rows: number): Promise<void> {
  await api.ask('POST', `/campaign/${id}/start`);
  const database = new Database(join(dataDir ?? '', 'platform.db'), { readonly: true });
  const count = database
    .prepare(`SELECT count(*) FROM queued_runs WHERE json_extract(doc, '$.campaign_id') = ?`)
    .pluck();
  while (Number(count.get(id)) < rows) await new Promise((resolve) => setTimeout(resolve, 500));
  database.close();
}

/** Duration of an operation, and the peak memory of the server during it. */
async function watched<T>(server: MeasuredServer, work: () => Promise<T>) {
  const pid = server.child.pid ?? 0;
  let bytes = residentBytes(pid);
  const watching = setInterval(() => (bytes = Math.max(bytes, residentBytes(pid))), 50);
  const startedAt = performance.now();
  const answer = await work();
  clearInterval(watching);
  return { answer, ms: performance.now() - startedAt, bytes };
}
