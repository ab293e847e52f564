import type { Container } from 'inversify';
import { repeatTask } from '../adapters/schedule/repeating-task.ts';
import { resolve } from './dependencies.ts';

/** Polling for pending documents that no event announced, such as those of a crashed process. */
const INGESTION = { name: 'knowledge.tick', everyMs: 5_000, graceMs: 1_000 };

/** Polling for the pass that removes words of documents that are gone. It is due once an hour. */
const WORD_COLLECTION = { name: 'knowledge.collect', everyMs: 60_000, graceMs: 10_000 };

/** Starts the processing of documents, and the removal of words of those that are gone. Returns the function that stops both. */
export async function startKnowledge(container: Container): Promise<() => Promise<void>> {
  const [ingestion, wordCollector, documentText, clock, log] = await Promise.all([
    resolve(container, 'ingestion'),
    resolve(container, 'wordCollector'),
    resolve(container, 'documentText'),
    resolve(container, 'clock'),
    resolve(container, 'log'),
  ]);
  const ingesting = repeatTask(INGESTION, async () => ingestion.wake(), { clock, log });
  const collecting = repeatTask(WORD_COLLECTION, async () => wordCollector.wake(), { clock, log });
  return async () => {
    await ingesting.stop();
    await ingestion.stop();
    await collecting.stop();
    await wordCollector.stop();
    await documentText.close();
  };
}
