import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sqliteEngine } from '../adapters/documents/drivers/sqlite.ts';
import { documentTextIndex } from '../adapters/documents/text-index.ts';
import { configuredEmbedders } from '../adapters/embedder/embedders.ts';
import { network } from '../adapters/lib/network.ts';
import { sandboxedReader } from '../adapters/document-text/sandboxed.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { sqliteVectors } from '../adapters/vectors/sqlite.ts';
import { ingestDocument } from '../application/knowledge/ingest-document.ts';
import type { ObjectStore } from '../application/ports/objects.ts';
import { readConfig } from '../bootstrap/config.ts';
import { documentKey, newDocument } from '../domain/knowledge/document.ts';
import { longPdf } from '../tests/support/pdf-files.ts';
import { percentile } from './statistics.ts';

const PAGES = 500;
const ROUNDS = 7;
const MOST = 1.5;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

// Reads a document of 500 pages, and then ingests it whole, in turn: read, cut into passages, embedded and kept.
const { reading } = readConfig({}, ['api']).knowledge;
// What takes long here is to be measured, not refused.
const documentText = sandboxedReader({ ...reading, ms: 60_000 });
const directory = await mkdtemp(join(tmpdir(), 'ingest-bench-'));
const vectors = sqliteVectors(join(directory, 'vectors.db'));
const documents = await sqliteEngine(join(directory, 'platform.db'));
const textIndex = await documentTextIndex(documents);
const clock = systemClock();
const embedders = configuredEmbedders(null, { clock, network: network({ allowPrivate: false }) });
const pdf = await longPdf(PAGES);
const objects = { open: async () => ({ size: pdf.length, bytes: once(pdf) }) } as unknown as ObjectStore;
const quotas = { passagesFor: async () => () => undefined };
const ingest = ingestDocument({ objects, documentText, embedders, vectors, textIndex, quotas, clock });

const alone: number[] = [];
const whole: number[] = [];
const delay = monitorEventLoopDelay({ resolution: 1 });
for (let round = 0; round < ROUNDS; round += 1) {
  alone.push(await timed(() => documentText.read(pdf, 'pdf')));
  const facts = { document_id: `d${round}`, org_id: 'o', original_filename: 'long.pdf' };
  const stored = { media_type: 'application/pdf', storage_key: documentKey('o', facts.document_id, 'pdf') } as const;
  const document = newDocument({ ...facts, ...stored, now: clock.now() });
  delay.enable();
  whole.push(await timed(() => ingest(document, new AbortController().signal)));
  delay.disable();
}
await documentText.close();
await embedders.close();
await vectors.close();
await documents.close();
await rm(directory, { recursive: true });

const [reads, ingests] = [percentile(alone, 0.5), percentile(whole, 0.5)];
say(`machine: ${cpus().length} x ${cpus()[0]?.model.trim() ?? '?'}, load ${loadavg()[0]?.toFixed(1) ?? '?'}`);
say(`${PAGES} pages: read in ${Math.round(reads)} ms, ingested in ${Math.round(ingests)} ms, median of ${ROUNDS}`);
say(`ratio ${(ingests / reads).toFixed(2)}; at most ${MOST} is allowed`);
say(`event loop delay at the same time: 99 % under ${(delay.percentile(99) / 1e6).toFixed(1)} ms`);
process.exitCode = ingests / reads > MOST ? 1 : 0;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
