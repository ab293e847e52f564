import type { TextComparison } from '../../application/ports/embedder.ts';
import type { Vector } from '../../application/ports/vectors.ts';
import { lexicalEmbedder } from './lexical.ts';

const embedder = lexicalEmbedder();

/** Inside the thread of the local embedder: one vector a text. */
export const embed = ({ texts, as }: { texts: readonly string[]; as: 'passage' | 'question' }): Promise<Vector[]> =>
  embedder.embed(texts, as);

/** Inside the thread of the local embedder: how far each text is from the question. */
export const compare = (given: { question: string; texts: readonly string[] }): Promise<TextComparison[]> =>
  embedder.compare(given.question, given.texts);
