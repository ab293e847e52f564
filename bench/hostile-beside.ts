import { rm } from 'node:fs/promises';
import { ApiClient } from '../tools/demo/api-client.ts';
import { stop } from './child.ts';
import { paced } from './http-load.ts';
import { startBareExpress, startBuiltApi } from './measured-server.ts';
import { percentile } from './statistics.ts';

const ROUNDS = 4;
/** Each server is asked so often; the two together every 5 ms. */
const EVERY_MS = 10;
const REQUESTS = 1_000;
const ACCOUNT = { email: 'bench@example.com', password: 'only for the bench', organisation_name: 'Bench' };

/** 99th percentile of the request times of a round, in ms. */
export interface Round {
  readonly quiet: number;
  readonly busy: number;
}

/** How two servers fared in the same moments: the API that reads documents, and one that has nothing to do with them. */
export interface Beside {
  readonly api: readonly Round[];
  readonly bare: readonly Round[];
  /** How many documents were read while requests were timed, and the fewest that still waited afterwards. */
  readonly read: number;
  readonly waiting: number;
}

/**
 * How long the built API takes to answer while it has nothing else to do, and while hostile documents are read. A bare
 * server beside it is asked at the same times: what befalls that one as well is the machine's doing.
 */
export async function besideHostile(pdfs: readonly Uint8Array[]): Promise<Beside> {
  const [server, peer] = [await startBuiltApi('0,1'), await startBareExpress('0,1')];
  const client = new ApiClient(`${server.origin}/api/v1`);
  const { access_token } = await client.ask<{ access_token: string }>('POST', '/users/signup', ACCOUNT);
  client.authorise(access_token);
  const latencies = async (): Promise<[number, number]> => {
    const both = [
      paced(`${server.origin}/api/v1/agents`, REQUESTS, EVERY_MS, () => ({ authorization: `Bearer ${access_token}` })),
      pause(EVERY_MS / 2).then(() => paced(`${peer.origin}/agents/constant`, REQUESTS, EVERY_MS)),
    ];
    const [ours = [], bares = []] = await Promise.all(both);
    return [percentile(ours, 0.99), percentile(bares, 0.99)];
  };
  await latencies();
  const [api, bare]: [Round[], Round[]] = [[], []];
  let [read, waiting] = [0, Infinity];
  for (let round = 0; round < ROUNDS; round += 1) {
    const quiet = await latencies();
    await upload(client, pdfs.slice((round * pdfs.length) / ROUNDS, ((round + 1) * pdfs.length) / ROUNDS));
    const before = await unread(client);
    const busy = await latencies();
    const after = await unread(client);
    api.push({ quiet: quiet[0], busy: busy[0] });
    bare.push({ quiet: quiet[1], busy: busy[1] });
    read += before - after;
    waiting = Math.min(waiting, after);
    while ((await unread(client)) > 0) await pause(500);
  }
  await Promise.all([server, peer].map(({ child }) => stop(child)));
  await rm(server.dataDir ?? '', { recursive: true, force: true });
  return { api, bare, read, waiting };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

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
