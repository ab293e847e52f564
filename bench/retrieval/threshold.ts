import { findChunks, lackingIn } from '../../application/knowledge/find-chunks.ts';
import { measureCalibration } from '../../application/knowledge/measure-calibration.ts';
import { retrieveChunks } from '../../application/knowledge/retrieve-chunks.ts';
import { reachOf, REACH, type Reach, type ReachRule } from '../../domain/knowledge/calibration.ts';
import { ContentVersions } from '../../domain/knowledge/content-versions.ts';
import type { KeptChunk, Question } from './articles.ts';
import { libraries, type Library, type PublicSets } from './collections.ts';
import { otherWords } from './off-topic.ts';
import { answers, halfOf, type Say } from './quality.ts';
import { library as storedLibrary, ORG } from './ways.ts';

/** One source of three is left out: questions about it are near misses. */
const LEFT_OUT = 3;
/** As many questions of a collection at most. */
const QUESTIONS = 400;

/** What is asked, by what should become of it. */
const KINDS = [
  ...(['kept', 'kept, chatty', 'refused, near miss', 'refused, off topic', 'refused, chatty'] as const),
  'refused, small talk',
] as const;
type Kind = (typeof KINDS)[number];
type Questions = Readonly<Record<Kind, readonly string[]>>;

const isRefusal = (kind: Kind): boolean => kind.startsWith('refused');

/** A collection without some of its sources, and what callers say to it. */
interface Trial {
  readonly chunks: readonly KeptChunk[];
  readonly questions: Questions;
}

/**
 * Says of each collection which questions get passages and which do not, by the threshold that is learned from it. The
 * constants of the threshold were chosen with the other half of the questions.
 */
export async function measureThreshold(say: Say, publicSets: PublicSets, only = ''): Promise<void> {
  say(['collection', 'passages', 'reach', ...KINDS].join(' | '));
  for (const library of librariesAndArticles(publicSets).filter(({ name }) => name.includes(only))) {
    const tally = new Map<Kind, boolean[]>(KINDS.map((kind) => [kind, []]));
    const reaches: number[] = [];
    for (const { chunks, questions } of library.parts('tested')) {
      const { ports, reach, close } = await measured(chunks);
      const retrieve = retrieveChunks(ports);
      reaches.push(reach().lacking);
      for (const kind of KINDS)
        for (const question of questions[kind]) {
          const { close: isClose } = await retrieve({ org_id: ORG, question });
          tally.get(kind)!.push(isClose !== isRefusal(kind));
        }
      await close();
    }
    const mean = reaches.reduce((sum, each) => sum + each, 0) / reaches.length;
    const shares = KINDS.map((kind) => shareOf(tally.get(kind)!));
    say([library.name, library.passages, mean.toFixed(2), ...shares].join(' | '));
  }
}

/** Says what other constants would come to, by the half of the questions that is not tested. */
export async function tuneThreshold(say: Say, publicSets: PublicSets, only = ''): Promise<void> {
  for (const library of librariesAndArticles(publicSets).filter(({ name }) => name.includes(only))) {
    const found: Outcome[] = [];
    for (const part of library.parts('tuned')) found.push(...(await foundIn(part)));
    say(`${library.name}: lacking at 5, 25, 50, 75, 95 %`);
    for (const kind of KINDS) say(`  ${kind.padEnd(22)}${quantiles(found.filter((each) => each.kind === kind))}`);
    for (const rule of RULES) {
      const shares = KINDS.map((kind) => shareOf(found.filter((each) => each.kind === kind).map(isRight(rule))));
      say(`  share ${rule.share} least ${rule.least} unlearned ${rule.unlearned}: ${shares.join(' | ')}`);
    }
  }
}

/** The rules that are compared. */
const RULES: readonly ReachRule[] = [
  ...[0.85, 0.93, 1].flatMap((share) => [0.5, 0.55, 0.6, 0.65].map((least) => ({ ...REACH, share, least }))),
  ...[0.55, 0.6, 0.7, 0.75].map((unlearned) => ({ ...REACH, unlearned })),
];

/** A question, what the nearest passage lacks of it, and how far passages may be by a rule. */
interface Outcome {
  readonly kind: Kind;
  readonly lacking: number;
  readonly reach: (rule: ReachRule) => Reach;
}

async function foundIn({ chunks, questions }: Trial): Promise<Outcome[]> {
  const { reach, lackingOf, close } = await measured(chunks);
  const found: Outcome[] = [];
  for (const kind of KINDS)
    for (const question of questions[kind]) found.push({ kind, lacking: await lackingOf(question), reach });
  await close();
  return found;
}

const isRight =
  (rule: ReachRule) =>
  ({ kind, lacking, reach }: Outcome): boolean =>
    lacking <= reach(rule).lacking !== isRefusal(kind);

function quantiles(found: readonly { readonly lacking: number }[]): string {
  const sorted = found.map(({ lacking }) => lacking).toSorted((a, b) => a - b);
  if (sorted.length === 0) return '-';
  return [0.05, 0.25, 0.5, 0.75, 0.95]
    .map((share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(2))
    .join(' ');
}

/** The collections, each as one; and of XQuAD in English, each article for itself. */
function librariesAndArticles(publicSets: PublicSets) {
  const all = libraries(publicSets);
  const english = all.find(({ name }) => name === 'XQuAD en');
  const alone = english ? [{ name: 'XQuAD en, single articles', parts: articlesOf(english) }] : [];
  return [...all.map((library) => ({ name: library.name, parts: [library] })), ...alone].map(({ name, parts }) => ({
    name,
    passages: parts.reduce((sum, { chunks }) => sum + chunks.length, 0),
    parts: (half: 'tuned' | 'tested'): Trial[] => parts.map((part) => trialOf(part, half)),
  }));
}

/** The articles of a library as libraries. */
function articlesOf({ name, chunks, questions }: Library): Library[] {
  const documents = [...new Set(chunks.map(documentOf))];
  return documents.map((document) => ({
    name: `${document} of ${name}`,
    chunks: chunks.filter((chunk) => documentOf(chunk) === document),
    questions: {
      [document]: Object.values(questions)
        .flat()
        .filter(({ source = '' }) => source.startsWith(`${document}.`)),
    },
  }));
}

/** What a passage is about, and the document that it is in. */
const sourceOf = ({ id }: KeptChunk): string => id.slice(0, id.lastIndexOf(':'));
const documentOf = (chunk: KeptChunk): string => sourceOf(chunk).split('.')[0]!;

function trialOf({ name, chunks, questions }: Library, half: 'tuned' | 'tested'): Trial {
  const sources = [...new Set(chunks.map(sourceOf))];
  const leftOut = new Set(sources.filter((_, at) => at % LEFT_OUT === 1));
  const kept = chunks.filter((chunk) => !leftOut.has(sourceOf(chunk)));
  const { chatter, offTopic, smallTalk } = otherWords(name);
  const all = halfOf(Object.values(questions).flat(), half).slice(0, QUESTIONS);
  const chatty = (text: string, at: number): string => chatter[half][at % chatter[half].length]! + text;
  const isAnswered = (question: Question): boolean => kept.some((chunk) => answers(chunk, question));
  const answered = all.filter(isAnswered).map(({ text }) => text);
  return {
    chunks: kept,
    questions: {
      kept: answered,
      'kept, chatty': answered.map(chatty),
      'refused, near miss': all.filter((question) => !isAnswered(question)).map(({ text }) => text),
      'refused, off topic': halfOf(offTopic, half),
      'refused, chatty': halfOf(offTopic, half).map(chatty),
      'refused, small talk': halfOf(smallTalk, half),
    },
  };
}

/** The passages stored as documents, each measured as after an upload. */
async function measured(chunks: readonly KeptChunk[]) {
  const { ports, documents, passagesOf, close } = await storedLibrary(chunks, documentOf);
  const signal = new AbortController().signal;
  for (const [at, document] of documents.entries()) {
    const calibration = await measureCalibration(ports, document, passagesOf(document), signal);
    documents[at] = { ...document, ...(calibration && { calibration }) };
  }
  const reach = (rule = REACH): Reach =>
    reachOf(
      documents.flatMap(({ calibration }) => calibration ?? []),
      false,
      rule,
    );
  const search = {
    ...{ model: ports.embedder.model, orgId: ORG, topK: 5, versions: new ContentVersions([]) },
    documentIds: documents.map(({ document_id }) => document_id),
  };
  return {
    ports,
    reach,
    close,
    async lackingOf(question: string): Promise<number> {
      const found = await findChunks(ports, { ...search, question }, signal);
      return Math.min(1, ...(await lackingIn(ports.embedders, question, found)));
    },
  };
}

const shareOf = (are: readonly boolean[]): string =>
  are.length === 0 ? '-' : `${Math.round((100 * are.filter(Boolean).length) / are.length)} %`;
