import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { articlesIn, chunksOf, draws, shuffled, type KeptChunk, type Language, type Question } from './articles.ts';
import { ENGLISH } from './english.ts';
import { HINDI } from './hindi.ts';
import { PAGE_QUESTIONS } from './page-questions.ts';

const SEED = 1;
/** The languages of XQuAD that are asked: with inflections, with many, and without spaces. */
const PUBLIC_LANGUAGES = ['en', 'hi', 'zh'];

/** Passages in one index, and questions about them by where they come from. */
export interface Library {
  readonly name: string;
  readonly chunks: readonly KeptChunk[];
  readonly questions: Readonly<Record<string, readonly Question[]>>;
}

/** What is searched: the collections of the project, and XQuAD where a directory has its files. */
export function libraries(directory: string | undefined): Library[] {
  return [small(), hard('hard English', ENGLISH), hard('hard Hindi', HINDI), ...publicSets(directory)];
}

/** 200 questions to everything the project may ship. */
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

/** XQuAD: paragraphs of Wikipedia and questions that people asked about them. CC BY-SA 4.0, so it is not in the repository. */
function publicSets(directory: string | undefined): Library[] {
  if (directory === undefined) return [];
  return PUBLIC_LANGUAGES.map((language) => {
    const path = join(directory, `xquad.${language}.json`);
    if (!existsSync(path)) throw new Error(`BENCH_XQUAD has no ${path}: take it from google-deepmind/xquad on GitHub`);
    const { data } = JSON.parse(readFileSync(path, 'utf8')) as PublicSet;
    const paragraphs = data.flatMap((article, at) =>
      article.paragraphs.map((paragraph, place) => ({ ...paragraph, id: `a${at}.p${place}` })),
    );
    const questions = paragraphs.flatMap(({ qas, id }) =>
      qas.map(({ question }) => ({ text: question, answer: '', source: `${id}:` })),
    );
    const name = `XQuAD ${language}`;
    return {
      name,
      chunks: paragraphs.flatMap(({ context, id }) => chunksOf(id, context)),
      questions: { [name]: questions },
    };
  });
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
