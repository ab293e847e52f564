import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { articlesIn, chunksOf, draws, shuffled, type KeptChunk, type Language, type Question } from './articles.ts';
import { ENGLISH } from './english.ts';
import { HINDI } from './hindi.ts';
import { PAGE_QUESTIONS } from './page-questions.ts';

const SEED = 1;
/** The languages of XQuAD that are asked: with inflections, with many, and without spaces. */
const PUBLIC_LANGUAGES = ['en', 'hi', 'zh'];
/** Of the questions of SQuAD every fifth: 2,114. */
const EVERY = 5;

/** Passages in one index, and questions about them by where they come from. */
export interface Library {
  readonly name: string;
  readonly chunks: readonly KeptChunk[];
  readonly questions: Readonly<Record<string, readonly Question[]>>;
}

/** Where the public sets are: paragraphs of Wikipedia and questions that people asked about them. CC BY-SA 4.0, so they are not in the repository. */
export interface PublicSets {
  /** The directory of the files of XQuAD. */
  readonly xquad: string | undefined;
  /** The file of SQuAD 1.1 for development. XQuAD in English is a ninth of it. */
  readonly squad: string | undefined;
}

/** What is searched: the collections of the project, and the public sets that there are. */
export function libraries({ xquad, squad }: PublicSets): Library[] {
  return [
    ...[small(), hard('hard English', ENGLISH), hard('hard Hindi', HINDI)],
    ...(xquad === undefined ? [] : PUBLIC_LANGUAGES.map((language) => xquadIn(xquad, language))),
    ...(squad === undefined ? [] : [publicSet('SQuAD', squad, EVERY)]),
  ];
}

/** 320 questions to everything the project may ship. */
function small(): Library {
  const draw = draws(SEED);
  const [english, hindi] = [articlesIn(ENGLISH, draw), articlesIn(HINDI, draw)];
  return {
    name: 'articles and pages',
    chunks: [...english.chunks, ...hindi.chunks, ...pagesOfTheProject()],
    questions: {
      'English articles': shuffled(english.questions, draw).slice(0, 105),
      'pages of the project': PAGE_QUESTIONS,
      'Hindi articles': shuffled(hindi.questions, draw).slice(0, 80),
    },
  };
}

/** Articles about every name with every kind: they differ in little but what they are about. */
function hard(name: string, language: Language): Library {
  const draw = draws(SEED);
  const { subjects } = language;
  const crossed = subjects.flatMap(([first]) => subjects.map(([, kind]) => [first, kind] as const));
  const { chunks, questions } = articlesIn({ ...language, subjects: shuffled(crossed, draw).slice(0, 800) }, draw);
  return { name, chunks, questions: { [name]: shuffled(questions, draw).slice(0, 400) } };
}

function xquadIn(directory: string, language: string): Library {
  const path = join(directory, `xquad.${language}.json`);
  if (!existsSync(path)) throw new Error(`BENCH_XQUAD has no ${path}: take it from google-deepmind/xquad on GitHub`);
  return publicSet(`XQuAD ${language}`, path);
}

function publicSet(name: string, path: string, every = 1): Library {
  const { data } = JSON.parse(readFileSync(path, 'utf8')) as PublicSet;
  const paragraphs = data.flatMap((article, at) =>
    article.paragraphs.map((paragraph, place) => ({ ...paragraph, id: `a${at}.p${place}` })),
  );
  const questions = paragraphs.flatMap(({ qas, id }) =>
    qas.map(({ question }) => ({ text: question, answer: '', source: `${id}:` })),
  );
  return {
    name,
    chunks: paragraphs.flatMap(({ context, id }) => chunksOf(id, context)),
    questions: { [name]: questions.filter((_, at) => at % every === 0) },
  };
}

interface PublicSet {
  readonly data: readonly {
    readonly paragraphs: readonly {
      readonly context: string;
      readonly qas: readonly { readonly question: string }[];
    }[];
  }[];
}

/** The README and the pages that it leads to. */
function pagesOfTheProject(): KeptChunk[] {
  const root = new URL('../../', import.meta.url);
  const below = readdirSync(new URL('docs', root)).filter((name) => name.endsWith('.md'));
  const paths = ['README.md', ...below.toSorted().map((name) => `docs/${name}`)];
  return paths.flatMap((path) => chunksOf(path, readFileSync(new URL(path, root), 'utf8')));
}
