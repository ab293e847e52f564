import type { Command } from 'commander';
import { answered, multipart, type KnowledgeDocumentResponse, type RetrievedChunk } from '../../typescript/index.ts';
import { changes } from '../changes.ts';
import { CommandFailed, EXIT } from '../exit.ts';
import { readUpload } from '../files.ts';
import { moment, printable, table } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';
import { loggedIn, type Work, type CommandAction } from '../work.ts';

/** `knowledge`. */
export function knowledgeCommands(program: Command, working: CommandAction): void {
  const knowledge = program.command('knowledge').description('Documents that agents can be grounded on.');
  knowledge
    .command('list')
    .description('All documents, the newest first.')
    .action(working(loggedIn(list)));
  knowledge
    .command('upload <file>')
    .description('Upload a PDF, Word, HTML, Markdown, text or CSV file.')
    .option('-w, --wait', 'until it is ready, or failed')
    .action(working(loggedIn(upload)));
  knowledge
    .command('add <url>')
    .description('Add a web page and keep it up to date.')
    .option('-r, --refresh <interval>', 'manual, daily or weekly', 'weekly')
    .option('-w, --wait', 'until it is ready, or failed')
    .action(working(loggedIn(add)));
  knowledge
    .command('add-sitemap <url>')
    .description('Add the pages that a sitemap lists.')
    .option('-p, --prefix <path>', 'only pages below this path', '/')
    .option('-m, --max-pages <number>', 'the most pages', wholeNumber, 100)
    .option('-r, --refresh <interval>', 'manual, daily or weekly', 'weekly')
    .option('-w, --wait', 'until it is ready, or failed')
    .action(working(loggedIn(addSitemap)));
  knowledge
    .command('refresh <document_id>')
    .description('Check a web page now.')
    .option('-e, --every <interval>', 'and from now on: manual, daily or weekly')
    .action(working(loggedIn(refresh)));
  knowledge
    .command('delete <document_id>')
    .description('Delete a document.')
    .action(working(loggedIn(remove)));
  knowledge
    .command('ask <question>')
    .description('The passages nearest to a question.')
    .option('-k, --top-k <number>', 'maximum number of passages', wholeNumber, 5)
    .action(working(loggedIn(passages)));
}

async function list({ api, print }: Work): Promise<void> {
  print(await answered(api.GET('/api/v1/knowledge')), (all) =>
    table(all, {
      DOCUMENT_ID: ({ document_id }) => document_id,
      FILE: ({ original_filename }) => original_filename,
      STATUS: statusOf,
      PASSAGES: ({ chunk_count }) => chunk_count,
      CREATED: ({ created_at }) => moment(created_at),
    }),
  );
}

async function upload(work: Work, file: string, { wait }: { wait?: boolean }): Promise<void> {
  const { api, print } = work;
  const stored = await answered(api.POST('/api/v1/knowledge/upload', multipart(...(await readUpload(file)))));
  if (!wait) return print(stored, ({ document_id, status }) => `${document_id} ${status}`);
  await showResult(work, stored.document_id);
}

/** Waits for the result and prints it. */
async function showResult(work: Work, id: string): Promise<void> {
  const document = await read(work, id);
  const summary = `${document.document_id} ${statusOf(document)}`;
  if (document.status === 'failed') throw new CommandFailed(EXIT.refused, summary);
  work.print(document, () => summary);
}

async function add(
  work: Work,
  url: string,
  { refresh: interval, wait }: { refresh: string; wait?: boolean },
): Promise<void> {
  const body = { url, refresh: intervalIn(interval) };
  const stored = await answered(work.api.POST('/api/v1/knowledge/pages', { body }));
  if (!wait) return work.print(stored, ({ document_id, status }) => `${document_id} ${status}`);
  await showResult(work, stored.document_id);
}

interface SitemapOptions {
  readonly prefix: string;
  readonly maxPages: number;
  readonly refresh: string;
  readonly wait?: boolean;
}

async function addSitemap(work: Work, url: string, options: SitemapOptions): Promise<void> {
  const { prefix: path_prefix, maxPages: max_pages, refresh: interval, wait } = options;
  const body = { url, path_prefix, max_pages, refresh: intervalIn(interval) };
  const stored = await answered(work.api.POST('/api/v1/knowledge/sitemaps', { body }));
  if (!wait) return work.print(stored, ({ document_id, status }) => `${document_id} ${status}`);
  await showResult(work, stored.document_id);
}

async function refresh({ api, print }: Work, id: string, { every }: { every?: string }): Promise<void> {
  const params = { path: { document_id: id } };
  if (every !== undefined) {
    const body = { refresh: intervalIn(every) };
    await answered(api.PATCH('/api/v1/knowledge/{document_id}', { params, body }));
  }
  print(await answered(api.POST('/api/v1/knowledge/{document_id}/refresh', { params })), () => `${id} is checked.`);
}

const INTERVALS = ['manual', 'daily', 'weekly'] as const;

function intervalIn(text: string): (typeof INTERVALS)[number] {
  const interval = INTERVALS.find((each) => each === text);
  if (!interval) throw new CommandFailed(EXIT.usage, `Unknown interval ${text}: enter manual, daily or weekly.`);
  return interval;
}

/** Waits until a document is processed. */
async function read({ api, shell, note }: Work, id: string): Promise<KnowledgeDocumentResponse> {
  const ask = async () => {
    const all = await answered(api.GET('/api/v1/knowledge'));
    return all.find(({ document_id }) => document_id === id) ?? null;
  };
  let last: KnowledgeDocumentResponse | null = null;
  for await (last of changes({ ask, pause: shell.pause, note }, (found) => found?.status !== 'processing'));
  if (last === null) throw new CommandFailed(EXIT.refused, `${id} was deleted while it was processed.`);
  return last;
}

async function remove({ api, print }: Work, id: string): Promise<void> {
  const params = { path: { document_id: id } };
  print(await answered(api.DELETE('/api/v1/knowledge/{document_id}', { params })), () => `${id} deleted.`);
}

async function passages({ api, print }: Work, question: string, { topK }: { topK: number }): Promise<void> {
  if (question.trim() === '') throw new CommandFailed(EXIT.usage, 'The question is empty: enter one.');
  const body = { question, top_k: topK };
  print(await answered(api.POST('/api/v1/knowledge/ask', { body })), ({ chunks, close }) => {
    if (chunks.length === 0) return 'No passages found: upload a document, or wait until it is ready.';
    return [...(close ? [] : [NONE_CLOSE]), ...chunks.map(passage)].join('\n\n');
  });
}

const NONE_CLOSE =
  'No passage is close to the question: agents get none, and say that they do not know. The nearest are:';

const passage = (chunk: RetrievedChunk): string =>
  `${placeOf(chunk)} (distance ${chunk.distance.toFixed(3)}: 0 is the same, 1 unrelated)\n${printable(chunk.text)}`;

const placeOf = ({ source_filename: file, source_url: url, page, heading }: RetrievedChunk): string =>
  [file, ...(url === undefined ? [] : [url]), ...(page === null ? [] : [`page ${page}`]), ...(heading ? [heading] : [])]
    .map(printable)
    .join(', ');

const statusOf = ({ status, error_message: reason, notice }: KnowledgeDocumentResponse): string => {
  const why = reason ?? notice;
  return why === undefined ? status : `${status}: ${why}`;
};
