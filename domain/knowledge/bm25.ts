/** Saturation of repeated words, and the share of the correction for long chunks: the values of Anserini for passages. */
const K1 = 0.82;
const B = 0.68;

/** The chunks that are searched: their number and their words on average. */
export interface Corpus {
  readonly chunks: number;
  readonly averageWords: number;
}

/** How much a word tells that this many of the chunks have. */
export const rarity = ({ chunks }: Corpus, having: number): number =>
  Math.log(1 + (Math.max(0, chunks - having) + 0.5) / (having + 0.5));

/** The BM25 weight of a word that a chunk of this many words has this often, to be multiplied by its rarity. */
export const termWeight = ({ averageWords }: Corpus, times: number, words: number): number =>
  (times * (K1 + 1)) / (times + K1 * (1 - B + (B * words) / Math.max(1, averageWords)));
