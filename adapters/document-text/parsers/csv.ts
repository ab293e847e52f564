import { parse as parseCsv } from 'csv-parse/sync';
import { rowLine, type ContentBlock } from '../../../domain/knowledge/blocks.ts';
import { decodeText } from './decode.ts';
import type { Parse } from './parse.ts';

const DELIMITERS = [',', ';', '\t', '|'];
/** Titles of the two columns of questions and answers. */
const QUESTION = new Set(
  'question questions q query faq frage fragen pregunta preguntas pergunta domanda vraag प्रश्न सवाल'.split(' '),
);
const ANSWER = new Set(
  'answer answers a reply response antwort antworten respuesta respuestas réponse resposta risposta antwoord उत्तर जवाब'.split(
    ' ',
  ),
);
/** Punctuation at the end of a question, in any script. */
const ASKS = /[?\uff1f\u061f\u037e\u055e]$/u;

/** Questions with their answers, each under its question as a heading, or a table whose rows name their columns. */
export const parse: Parse = async (file, _limits, charset) => {
  const text = decodeText(file, charset);
  const records = parseCsv(text, {
    delimiter: delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  });
  const rows = records.map((cells) => cells.map((cell) => cell.replace(/\s+/gu, ' ')));
  const columns = questionColumns(rows);
  return columns ? questionBlocks(rows.slice(columns.titles === null ? 0 : 1), columns) : tableBlocks(rows);
};

/** The separator of which the first line has most. */
function delimiterOf(text: string): string {
  const [first = ''] = text.trimStart().split(/[\n\r]/, 1);
  const count = (delimiter: string): number => first.split(delimiter).length;
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}

interface QuestionColumns {
  readonly question: number;
  readonly answer: number;
  /** The first row where it has titles. */
  readonly titles: readonly string[] | null;
}

/** The columns of questions and answers, by their titles, or because the first of two columns asks. */
function questionColumns(rows: readonly (readonly string[])[]): QuestionColumns | null {
  const [titles = []] = rows;
  const named = titles.map((title) => title.toLowerCase());
  const question = named.findIndex((title) => QUESTION.has(title));
  const answer = named.findIndex((title) => ANSWER.has(title));
  if (question >= 0 && answer >= 0) return { question, answer, titles };
  const asking = rows.filter(([first = '']) => ASKS.test(first)).length;
  const isPairs = rows.every(({ length }) => length <= 2) && titles.length === 2;
  if (!isPairs || asking * 2 <= rows.length) return null;
  return { question: 0, answer: 1, titles: ASKS.test(titles[0] ?? '') ? null : titles };
}

function questionBlocks(rows: readonly string[][], { question, answer, titles }: QuestionColumns): ContentBlock[] {
  return rows.flatMap((cells): ContentBlock[] => {
    const others = cells.map((cell, at) => (at === question || at === answer ? '' : cell));
    const more = rowLine(titles, others);
    const texts = [cells[answer] ?? '', ...(more === null ? [] : [more.slice(2)])].filter((text) => text !== '');
    return [
      { kind: 'heading', level: 1, text: cells[question] ?? '' },
      ...texts.map((text): ContentBlock => ({ kind: 'text', text, page: null })),
    ];
  });
}

function tableBlocks([titles = [], ...rows]: readonly string[][]): ContentBlock[] {
  const [columns, body] = rows.length === 0 ? [null, [titles]] : [titles, rows];
  const lines = body.flatMap((cells) => rowLine(columns, cells) ?? []);
  return lines.length === 0 ? [] : [{ kind: 'list', items: lines }];
}
