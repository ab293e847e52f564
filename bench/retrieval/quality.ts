import { fused } from '../../domain/knowledge/fusion.ts';
import type { KeptChunk, Question } from './articles.ts';
import { signTest } from '../statistics.ts';
import { libraries, type Library, type PublicSets } from './collections.ts';
import { DEPTH, waysToSearch } from './ways.ts';

export type Say = (line: string) => void;

/** How much an answer at this place counts, the first being 0. Negative: it was not found. One passage is relevant. */
const GAINS = {
  'recall@1': (rank) => Number(rank === 0),
  'recall@5': (rank) => Number(rank >= 0 && rank < 5),
  MRR: (rank) => reciprocal(rank),
  nDCG: (rank) => (rank < 0 ? 0 : 1 / Math.log2(rank + 2)),
} as const satisfies Record<string, (rank: number) => number>;
const METRICS = Object.keys(GAINS) as (keyof typeof GAINS)[];

/** What the platform must not lose to. */
const PEERS = ['BM25, MiniSearch', 'BM25, FTS5'] as const;
/** Differences that chance makes more often than this are none. */
const CHANCE = 0.05;

/**
 * Asks every collection by every way of searching, says how well each answers, and answers in what the platform lost to
 * BM25: where it is behind in the tested half of the questions, and over all of them by more than chance. The fusion was
 * tuned with the other half.
 */
export async function measureQuality(say: Say, publicSets: PublicSets, only = ''): Promise<string[]> {
  const lost: string[] = [];
  if (publicSets.xquad === undefined) say('XQuAD is left out: BENCH_XQUAD is not set');
  if (publicSets.squad === undefined) say('SQuAD is left out: BENCH_SQUAD is not set');
  for (const library of libraries(publicSets).filter(({ name }) => name.includes(only))) {
    const { ways, close } = await waysToSearch(library.chunks);
    for (const [name, questions] of Object.entries(library.questions)) {
      checked(library, questions);
      const tested = halfOf(questions, 'tested');
      say(`${name}: ${library.chunks.length} passages, ${tested.length} questions`.padEnd(58) + METRICS.join('  '));
      const places = new Map<string, number[]>();
      for (const [way, search] of Object.entries(ways)) {
        const isCompared = way === 'platform' || PEERS.some((peer) => peer === way);
        const found = await placesOf(library.chunks, isCompared ? questions : tested, search);
        places.set(way, found);
        const columns = METRICS.map((metric) =>
          metricOf(isCompared ? halfOf(found, 'tested') : found, metric)
            .toFixed(3)
            .padEnd(metric.length + 2),
        );
        say(`  ${way.padEnd(56)}${columns.join('')}`);
      }
      for (const peer of PEERS)
        lost.push(...lostTo(say, `${name}, ${peer}`, places.get('platform')!, places.get(peer)!));
    }
    await close();
  }
  return lost;
}

/** The metrics by which a peer is ahead by more than chance. Prints them, and ties. */
function lostTo(say: Say, name: string, own: readonly number[], peer: readonly number[]): string[] {
  return METRICS.flatMap((metric) => {
    const [ownHalf, peerHalf] = [own, peer].map((places) => metricOf(halfOf(places, 'tested'), metric)) as [
      number,
      number,
    ];
    if (ownHalf >= peerHalf) return [];
    const gain = GAINS[metric];
    const differences = own.map((place, at) => gain(place) - gain(peer[at]!));
    const [better, worse] = [differences.filter((by) => by > 0).length, differences.filter((by) => by < 0).length];
    const chance = signTest(better, worse);
    const counted = `better in ${better} and worse in ${worse} of all ${own.length} questions, p = ${chance.toFixed(3)}`;
    say(`  ${chance > CHANCE ? 'tie' : 'behind'} by ${metric} with ${name}: ${counted}`);
    return chance > CHANCE ? [] : [`${name}: lost by ${metric}: ${counted}`];
  });
}

/** Says how good the fusion is for several weights, by the half of the questions that is not tested. */
export async function tune(say: Say, publicSets: PublicSets): Promise<void> {
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

/** Of each question the place of the first passage that answers it; negative if none of the first ones does. */
async function placesOf(
  chunks: readonly KeptChunk[],
  questions: readonly Question[],
  search: (question: string) => Promise<readonly number[]>,
): Promise<number[]> {
  const places: number[] = [];
  for (const question of questions)
    places.push((await search(question.text)).findIndex((at) => answers(chunks[at]!, question)));
  return places;
}

const metricOf = (places: readonly number[], metric: keyof typeof GAINS): number => mean(places.map(GAINS[metric]));

const reciprocal = (rank: number): number => (rank < 0 ? 0 : 1 / (rank + 1));

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
