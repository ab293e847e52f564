import { eventually } from './eventually.ts';

/** The longest test with a PDF in it. In ms. */
export const WITH_PDF_MS = 600_000;
/** PDFs are read at a low priority, for which other programs leave little on a busy machine. */
const READ_MS = WITH_PDF_MS / 2;

/** Waits until the documents of an organisation are read. Rejects when one failed. */
export const documentsRead = async (
  list: () => Promise<readonly { readonly status: string; readonly error_message: string | null }[]>,
): Promise<unknown> =>
  eventually(
    async () => {
      const documents = await list();
      const failed = documents.find(({ status }) => status === 'failed');
      if (failed) throw new Error(String(failed.error_message));
      return documents.length > 0 && documents.every(({ status }) => status === 'ready');
    },
    'documents that are ready',
    READ_MS,
  );
