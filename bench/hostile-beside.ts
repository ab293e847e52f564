import { rm } from 'node:fs/promises';
import { ApiClient } from '../bootstrap/demo/api-client.ts';
import { stop } from './child.ts';
import { paced } from './load.ts';
import { startBuiltApi } from './measured-server.ts';
import { percentile } from './statistics.ts';

const ROUNDS = 3;
const EVERY_MS = 5;
const REQUESTS = 2_000;
/** So many wait to be read at any moment of a busy window. */
const WAITING = 10;
const ACCOUNT = { email: 'bench@example.com', password: 'only for the bench', organisation_name: 'Bench' };

/** How long requests take in milliseconds, in the middle of the rounds. */
export interface Beside {
  readonly quietP99: number;
  readonly busyP99: number;
  readonly uploaded: number;
}

/** How long the built API takes to answer while it has nothing else to do, and while it is given hostile documents. */
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
  let uploaded = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(percentile(await asked(), 0.99));
    const feeding = feed(api, pdfs.slice((round * pdfs.length) / ROUNDS, ((round + 1) * pdfs.length) / ROUNDS));
    busy.push(percentile(await asked(), 0.99));
    uploaded += await feeding.stop();
  }
  await stop(server.child);
  await rm(server.dataDir ?? '', { recursive: true, force: true });
  return { quietP99: percentile(quiet, 0.5), busyP99: percentile(busy, 0.5), uploaded };
}

/** Uploads one after the other, so that some always wait to be read, until stopped; tells how many were taken. */
function feed(api: ApiClient, pdfs: readonly Uint8Array[]) {
  const end = new AbortController();
  const isFull = async (): Promise<boolean> => {
    const documents = await api.ask<readonly { readonly status: string }[]>('GET', '/knowledge');
    return documents.filter(({ status }) => status === 'processing').length >= WAITING;
  };
  const feeding = (async () => {
    let taken = 0;
    for (const pdf of pdfs) {
      while (!end.signal.aborted && (await isFull())) await new Promise((resolve) => setTimeout(resolve, 50));
      if (end.signal.aborted) break;
      const file = new Blob([pdf]);
      // What does not even begin as a PDF does is refused at the door.
      taken += await api.upload('/knowledge/upload', 'hostile.pdf', file).then(
        () => 1,
        () => 0,
      );
    }
    return taken;
  })();
  return {
    async stop() {
      end.abort();
      return feeding;
    },
  };
}
