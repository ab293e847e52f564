import type { Container } from 'inversify';
import { repeatTask } from '../adapters/schedule/repeating-task.ts';
import { resolve } from './dependencies.ts';

/** Polling for pending documents that no event announced, such as those of a crashed process. */
const INGESTION = { name: 'knowledge.tick', everyMs: 5_000, graceMs: 1_000 };

/** Polling for web pages that are due. */
const WEB_PAGES = { name: 'knowledge.pages', everyMs: 5_000, graceMs: 1_000 };

/** Polling for the pass that removes words of documents that are gone. It is due once an hour. */
const WORD_COLLECTION = { name: 'knowledge.collect', everyMs: 60_000, graceMs: 10_000 };

/**
 * Starts the processing of documents, the checks of web pages, and the removal of words of documents that are gone. Returns
 * the function that stops them.
 */
export async function startKnowledge(container: Container): Promise<() => Promise<void>> {
  const [ingestion, pages, wordCollector, documentText, clock, log] = await Promise.all([
    resolve(container, 'ingestion'),
    resolve(container, 'pageWorker'),
    resolve(container, 'wordCollector'),
    resolve(container, 'documentText'),
    resolve(container, 'clock'),
    resolve(container, 'log'),
  ]);
  const ingesting = repeatTask(INGESTION, async () => ingestion.wake(), { clock, log });
  const checking = repeatTask(WEB_PAGES, async () => pages.wake(), { clock, log });
  const collecting = repeatTask(WORD_COLLECTION, async () => wordCollector.wake(), { clock, log });
  return async () => {
    await Promise.all([ingesting.stop(), checking.stop(), collecting.stop()]);
    await Promise.all([ingestion.stop(), pages.stop(), wordCollector.stop()]);
    await documentText.close();
  };
}
