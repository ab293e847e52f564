import type { DocumentText } from '../../application/ports/document-text.ts';
import { invalid } from '../../domain/errors.ts';

/**
 * Reads the text after the signature, each line as a page; in Markdown, a line with `# ` is a heading, and others have no
 * page. The first line of a sitemap names its root, and others are addresses. A document with `hostile` cannot be read.
 */
export const fakeDocumentText = (): DocumentText => ({
  async read(file, type, signal) {
    signal?.throwIfAborted();
    const text = new TextDecoder().decode(file).replace('%PDF-', '');
    if (text.includes('hostile')) throw invalid('The file cannot be read.');
    if (type === 'sitemap') {
      const [root = '', ...items] = text.split('\n');
      return [
        { kind: 'heading', level: 1, text: root },
        { kind: 'list', items },
      ];
    }
    return text.split('\n').map((line, at) => {
      if (type !== 'markdown') return { kind: 'text', page: at + 1, text: line };
      return line.startsWith('# ')
        ? { kind: 'heading', level: 1, text: line.slice(2) }
        : { kind: 'text', page: null, text: line };
    });
  },
  close: async () => undefined,
});
