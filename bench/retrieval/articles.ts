import { chunkBlocks } from '../../domain/knowledge/chunking.ts';

/** What articles of one language are made of. In texts `{name}`, `{kind}`, `{8..12}` and the names of words are filled in. */
export interface Language {
  /** Name and kind of what an article is about. */
  readonly subjects: readonly (readonly [name: string, kind: string])[];
  readonly words: Readonly<Record<string, readonly string[]>>;
  /** How an article begins. */
  readonly opening: readonly string[];
  readonly topics: readonly {
    readonly facts: readonly string[];
    readonly around: readonly string[];
    readonly questions: readonly string[];
  }[];
}

export interface KeptChunk {
  readonly id: string;
  readonly text: string;
}

/** What is asked, and what the passage that answers it says. */
export interface Question {
  readonly text: string;
  readonly answer: string;
  /** How the ids of the passages begin that may answer it. Absent: any may. */
  readonly source?: string;
}

/** Numbers between 0 and 1, the same every time for a seed. */
export type Draw = () => number;

export function draws(seed: number): Draw {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 8) / 0x80_0000;
  };
}

/** An article about each subject, cut into the passages that documents are cut into, with a question for every fact. */
export function articlesIn(language: Language, draw: Draw): { chunks: KeptChunk[]; questions: Question[] } {
  const chunks: KeptChunk[] = [];
  const questions: Question[] = [];
  for (const [name, kind] of language.subjects) {
    const subject = { name: name === '' ? kind : `${name} ${kind}`, kind };
    const fill = filling(language, subject, draw);
    const sentences = language.opening.map(fill);
    for (const topic of shuffled(language.topics, draw)) {
      const fact = fill(pick(topic.facts, draw));
      const around = shuffled(topic.around, draw).slice(0, 3);
      sentences.push(...around.slice(0, 1), fact, ...around.slice(1));
      questions.push({ text: fill(pick(topic.questions, draw)).toLowerCase(), answer: fact });
    }
    chunks.push(...chunksOf(subject.name, sentences.join(' ')));
  }
  return { chunks, questions };
}

/** A text as it is kept: passages with ids. */
export const chunksOf = (id: string, text: string): KeptChunk[] =>
  [...chunkBlocks([{ kind: 'text', page: 1, text }])].map((passage, at) => ({ id: `${id}:${at}`, text: passage.text }));

/** The items in another order. */
export function shuffled<T>(items: readonly T[], draw: Draw): T[] {
  return items
    .map((item) => ({ item, at: draw() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

const pick = <T>(items: readonly T[], draw: Draw): T => items[Math.floor(draw() * items.length)] as T;

function filling({ words }: Language, subject: Readonly<Record<string, string>>, draw: Draw): (text: string) => string {
  const value = (name: string): string => {
    const [least, most] = name.split('..').map(Number);
    if (least !== undefined && most !== undefined) return String(least + Math.floor(draw() * (most - least + 1)));
    return subject[name] ?? pick(words[name] ?? [], draw);
  };
  return (text) => text.replace(/\{([\w.]+)\}/g, (_, name: string) => value(name));
}
