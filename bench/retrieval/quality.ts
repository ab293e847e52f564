import { fused } from '../../domain/knowledge/fusion.ts';
import type { KeptChunk, Question } from './articles.ts';
import { libraries, type Library } from './collections.ts';
import { DEPTH, waysToSearch } from './ways.ts';

export type Say = (line: string) => void;

const METRICS = ['recall@1', 'recall@5', 'MRR', 'nDCG'] as const;
type Score = Readonly<Record<(typeof METRICS)[number], number>>;

/** What the platform must not lose to. */
const PEERS = ['BM25, MiniSearch', 'BM25, FTS5'] as const;

/**
 * Asks every collection by every way of searching, says how well each answers, and answers in what the platform lost to
 * BM25. The fusion was tuned with the other half of the questions.
 */
export async function measureQuality(say: Say, publicSets: string | undefined): Promise<string[]> {
  const lost: string[] = [];
  if (publicSets === undefined) say('XQuAD is left out: BENCH_XQUAD is not set');
  for (const library of libraries(publicSets)) {
    const { ways, close } = await waysToSearch(library.chunks);
    for (const [name, questions] of Object.entries(library.questions)) {
      const tested = halfOf(questions, 'tested');
      checked(library, tested);
      say(`${name}: ${library.chunks.length} passages, ${tested.length} questions`.padEnd(58) + METRICS.join('  '));
      const scores = new Map<string, Score>();
      for (const [way, search] of Object.entries(ways)) {
        const score = await scoreOf(tested, async (question) =>
          (await search(question)).map((at) => library.chunks[at] as KeptChunk),
        );
        scores.set(way, score);
        say(`  ${way.padEnd(56)}${METRICS.map((each) => score[each].toFixed(3).padEnd(each.length + 2)).join('')}`);
      }
      const own = scores.get('platform')!;
      for (const peer of PEERS)
        for (const figure of METRICS)
          if (own[figure] < scores.get(peer)![figure]) lost.push(`${name}: lost to ${peer} by ${figure}`);
    }
    await close();
  }
  return lost;
}

/** Says how good the fusion is for several weights, by the half of the questions that is not tested. */
export async function tune(say: Say, publicSets: string | undefined): Promise<void> {
  const evaluated: {
    readonly rankings: Awaited<ReturnType<Rankings>>;
    readonly isAnswer: (id: string) => boolean;
  }[][] = [];
  const names: string[] = [];
  for (const library of libraries(publicSets)) {
    const { rankings, close } = await waysToSearch(library.chunks);
    for (const [name, questions] of Object.entries(library.questions)) {
      names.push(name);
      const own = [];
      for (const question of halfOf(questions, 'tuned'))
        own.push({
          rankings: await rankings(question.text),
          isAnswer: (id: string) => answers(library.chunks[Number(id.split(':')[1])]!, question),
        });
      evaluated.push(own);
    }
    await close();
  }
  say(`MRR of: ${names.join(', ')}; mean`);
  for (const constant of [1, 3, 5, 10, 20, 60])
    for (const words of [0, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 1_000]) {
      const found = evaluated.map((questions) =>
        mean(
          questions.map(({ rankings: { near, words: matching }, isAnswer }) => {
            const both = [
              { ids: near, weight: 1 },
              { ids: matching, weight: words },
            ];
            return reciprocal(fused(both, constant).slice(0, DEPTH).findIndex(isAnswer));
          }),
        ),
      );
      say(`k ${constant} words ${words}: ${found.map((each) => each.toFixed(3)).join(' ')}; ${mean(found).toFixed(4)}`);
    }
}

type Rankings = Awaited<ReturnType<typeof waysToSearch>>['rankings'];

/** Every other question, so that what is tuned is not what is tested. */
export const halfOf = <T>(questions: readonly T[], half: 'tuned' | 'tested'): T[] =>
  questions.filter((_, at) => (at % 2 === 0) === (half === 'tested'));

export const answers = ({ id, text }: KeptChunk, { answer, source = '' }: Question): boolean =>
  id.startsWith(source) && text.includes(answer);

function checked({ chunks }: Library, questions: readonly Question[]): void {
  for (const question of questions)
    if (!chunks.some((chunk) => answers(chunk, question))) throw new Error(`Nothing answers: ${question.text}`);
}

async function scoreOf(
  questions: readonly Question[],
  search: (question: string) => Promise<readonly KeptChunk[]>,
): Promise<Score> {
  const ranks: number[] = [];
  for (const question of questions)
    ranks.push((await search(question.text)).findIndex((chunk) => answers(chunk, question)));
  return {
    'recall@1': mean(ranks.map((rank) => Number(rank === 0))),
    'recall@5': mean(ranks.map((rank) => Number(rank >= 0 && rank < 5))),
    MRR: mean(ranks.map(reciprocal)),
    // One passage is relevant: the gain of its rank, of at most 1.
    nDCG: mean(ranks.map((rank) => (rank < 0 ? 0 : 1 / Math.log2(rank + 2)))),
  };
}

const reciprocal = (rank: number): number => (rank < 0 ? 0 : 1 / (rank + 1));

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
