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
  const document = await read(work, stored.document_id);
  const summary = `${document.document_id} ${statusOf(document)}`;
  if (document.status === 'failed') throw new CommandFailed(EXIT.refused, summary);
  print(document, () => summary);
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
  print(await answered(api.POST('/api/v1/knowledge/ask', { body })), ({ chunks }) =>
    chunks.length === 0
      ? 'No passages found: upload a document, or wait until it is ready.'
      : chunks.map(passage).join('\n\n'),
  );
}

const passage = (chunk: RetrievedChunk): string =>
  `${placeOf(chunk)} (distance ${chunk.distance.toFixed(3)}: 0 is the same, 1 unrelated)\n${printable(chunk.text)}`;

const placeOf = ({ source_filename: file, page, heading }: RetrievedChunk): string =>
  [file, ...(page === null ? [] : [`page ${page}`]), ...(heading ? [heading] : [])].map(printable).join(', ');

const statusOf = ({ status, error_message: reason, notice }: KnowledgeDocumentResponse): string => {
  const why = reason ?? notice;
  return why === undefined ? status : `${status}: ${why}`;
};
