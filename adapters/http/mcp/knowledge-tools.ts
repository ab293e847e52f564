import type { OperationTool } from './tool.ts';

/** Tools for documents. */
export const KNOWLEDGE_TOOLS: readonly OperationTool[] = [
  {
    ...{ name: 'search_knowledge', title: 'Search knowledge', toolset: 'knowledge', operation: 'askKnowledge' },
    ...{ needs: 'knowledge.read', effect: 'read' },
    description:
      'The passages of the documents nearest to a question, as agents get them. distance: 0 is the same, 1 unrelated.',
  },
  {
    ...{ name: 'list_documents', title: 'List documents', toolset: 'knowledge', operation: 'listDocuments' },
    ...{ needs: 'knowledge.read', effect: 'read' },
    description: 'The documents and web pages that agents answer from, newest first, with their status.',
    list: {
      at: null,
      fields: [
        ...['document_id', 'original_filename', 'media_type', 'status', 'chunk_count', 'error_message', 'notice'],
        ...['web_page', 'updated_at'],
      ],
      hasPages: false,
    },
  },
  {
    ...{ name: 'read_document', title: 'Read a document', toolset: 'knowledge', operation: 'previewDocument' },
    ...{ needs: 'knowledge.read', effect: 'read', isText: true },
    description: 'The text of a Markdown, text, CSV or HTML document. For PDF and Word use search_knowledge.',
  },
  {
    ...{ name: 'upload_document', title: 'Add a document', toolset: 'knowledge', operation: 'uploadDocument' },
    ...{ needs: 'knowledge.write', effect: 'write' },
    description: 'Adds a text as a document. The end of the file name says what it is: .md, .txt, .html or .csv.',
    fileText: 'text',
  },
  {
    ...{ name: 'add_web_page', title: 'Add a web page', toolset: 'knowledge', operation: 'addWebPage' },
    ...{ needs: 'knowledge.write', effect: 'write', reachesOut: true },
    description: 'Adds a public web page as a document and keeps it up to date.',
  },
  {
    ...{ name: 'refresh_document', title: 'Check a web page now', toolset: 'knowledge', operation: 'refreshDocument' },
    ...{ needs: 'knowledge.write', effect: 'write', isIdempotent: true, reachesOut: true },
    description: 'Fetches a web page again in the background.',
  },
  {
    ...{ name: 'delete_document', title: 'Delete a document', toolset: 'knowledge', operation: 'deleteDocument' },
    ...{ needs: 'knowledge.write', effect: 'destructive', isIdempotent: true },
    description: 'Removes a document: agents answer without it from now on.',
  },
];
