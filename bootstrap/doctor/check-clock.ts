import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import { s3Address } from '../../adapters/objects/s3-address.ts';
import { ANSWER_MS, fault, fine, hostOf, warning, type Diagnosis } from './findings.ts';

/** Differences in seconds. Carriers' signatures and log-in tokens count for minutes. */
const [NOTED, INTOLERABLE] = [10, 60];
const DAY_MS = 86_400_000;
const FIX = 'Synchronise the clock of this machine: timedatectl set-ntp true, or the time service of the host.';

/** Compares the clock with those of the servers that are configured, or else with the age of this program. */
export async function checkClock(config: Config, now: () => Date = () => new Date()): Promise<readonly Diagnosis[]> {
  const differences = await Promise.all(serversIn(config).map((url) => differenceTo(url, now)));
  const known = differences.filter((each) => each !== null);
  if (known.length === 0) return [await againstProgram(now())];
  // One server may be wrong itself: the one that agrees best counts.
  const [best] = known.toSorted((one, other) => Math.abs(one.seconds) - Math.abs(other.seconds));
  const { host, seconds } = best!;
  const words = `The clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'ahead of' : 'behind'} that of ${host}`;
  if (Math.abs(seconds) > INTOLERABLE) return [fault(words, FIX)];
  return [Math.abs(seconds) > NOTED ? warning(words, FIX) : fine(`The clock agrees with that of ${host}`)];
}

function serversIn({ stores, knowledge, gateway, runtime, voiceServerBaseUrl }: Config): string[] {
  const { embeddings, reranking } = knowledge;
  const s3 = /^s3s?:/.test(stores.objectsUrl) ? s3Address(stores.objectsUrl) : null;
  const urls = [
    ...[voiceServerBaseUrl, runtime.apiBaseUrl, embeddings?.url, reranking?.url],
    ...gateway.upstreams.map(({ url }) => url),
    ...(/^https?:/.test(stores.vectorsUrl) ? [stores.vectorsUrl] : []),
    ...(s3 ? [`${s3.tls ? 'https' : 'http'}://${s3.host}${s3.port === undefined ? '' : `:${s3.port}`}`] : []),
  ];
  return [...new Set(urls.flatMap((url) => (typeof url === 'string' ? [new URL(url).origin] : [])))];
}

/** How far a server's clock is ahead of this one. Null when it does not tell. */
async function differenceTo(url: string, now: () => Date) {
  try {
    const before = now().getTime();
    const { headers } = await fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const server = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(server)) return null;
    // The header has whole seconds.
    const middle = (before + now().getTime()) / 2 - 500;
    return { host: hostOf(url), seconds: Math.round((server - middle) / 1_000) };
  } catch {
    return null;
  }
}

async function againstProgram(now: Date): Promise<Diagnosis> {
  const { mtime } = await stat(fileURLToPath(import.meta.url));
  if (now.getTime() < mtime.getTime() - DAY_MS)
    return fault('The clock is earlier than this program was installed', FIX);
  return fine('The clock is later than this program was installed; no server is configured to compare it with');
}
