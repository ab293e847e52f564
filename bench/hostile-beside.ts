import { rm } from 'node:fs/promises';
import { ApiClient } from '../bootstrap/demo/api-client.ts';
import { stop } from './child.ts';
import { paced } from './load.ts';
import { startBuiltApi } from './measured-server.ts';
import { percentile } from './statistics.ts';

const ROUNDS = 3;
const EVERY_MS = 5;
const REQUESTS = 2_000;
const ACCOUNT = { email: 'bench@example.com', password: 'only for the bench', organisation_name: 'Bench' };

/** How long requests take in milliseconds, in the middle of the rounds. */
export interface Beside {
  readonly quietP99: number;
  readonly busyP99: number;
  /** How many documents were read while requests were timed, and the fewest that still waited afterwards. */
  readonly read: number;
  readonly waiting: number;
}

/** How long the built API takes to answer while it has nothing else to do, and while hostile documents are read. */
export async function besideHostile(pdfs: readonly Uint8Array[]): Promise<Beside> {
  const server = await startBuiltApi('0,1');
  const api = new ApiClient(`${server.origin}/api/v1`);
  const { access_token } = await api.ask<{ access_token: string }>('POST', '/users/signup', ACCOUNT);
  api.authorise(access_token);
  const asked = (): Promise<number[]> =>
    paced(`${server.origin}/api/v1/agents`, REQUESTS, EVERY_MS, { authorization: `Bearer ${access_token}` });
  const quiet: number[] = [];
  const busy: number[] = [];
  await asked();
  let [read, waiting] = [0, Infinity];
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(percentile(await asked(), 0.99));
    await upload(api, pdfs.slice((round * pdfs.length) / ROUNDS, ((round + 1) * pdfs.length) / ROUNDS));
    const before = await unread(api);
    busy.push(percentile(await asked(), 0.99));
    const after = await unread(api);
    read += before - after;
    waiting = Math.min(waiting, after);
    while ((await unread(api)) > 0) await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await stop(server.child);
  await rm(server.dataDir ?? '', { recursive: true, force: true });
  return { quietP99: percentile(quiet, 0.5), busyP99: percentile(busy, 0.5), read, waiting };
}

async function upload(api: ApiClient, pdfs: readonly Uint8Array[]): Promise<void> {
  for (const pdf of pdfs) {
    // What does not even begin as a PDF does is refused at the door.
    await api.upload('/knowledge/upload', 'hostile.pdf', new Blob([pdf])).catch(() => undefined);
  }
}

/** How many documents are being read, or wait for it. */
async function unread(api: ApiClient): Promise<number> {
  const documents = await api.ask<readonly { readonly status: string }[]>('GET', '/knowledge');
  return documents.filter(({ status }) => status === 'processing').length;
}
