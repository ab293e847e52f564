import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

// Imported into a process by planted-faults.ts. Node.js loads it once more, for the hooks, in a thread of their own.
if (isMainThread) register(import.meta.url);

const { file, text, instead } = JSON.parse(process.env.PLANTED_FAULT ?? '{}');

/** Loads every module as it is, but for one text in one file. */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  if (!url.split('?')[0].endsWith(file)) return loaded;
  const source = loaded.source.toString();
  if (!source.includes(text)) throw new Error(`${file} does not say ${text}`);
  return { ...loaded, source: source.replaceAll(text, instead) };
}
