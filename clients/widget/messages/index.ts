import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { hi } from './hi.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import type { Messages } from './message.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { zh } from './zh.ts';

export type { Messages } from './message.ts';

const DEFAULT = 'en';
const RIGHT_TO_LEFT: readonly string[] = ['ar'];

/** The texts of the widget by language. */
export const MESSAGES: Readonly<Record<string, Messages>> = { ar, de, en, es, fr, hi, it, ja, nl, pl, pt, zh };

/** The texts of a page, and how they are written. */
export interface PageMessages {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: Messages;
}

/** The texts in the first of these languages, given as `de` or `pt-BR`, that the widget has. English without one. */
export function messagesFor(wanted: readonly (string | null | undefined)[]): PageMessages {
  const primary = wanted.map((tag) => tag?.split(/[-_]/u)[0]?.toLowerCase() ?? '');
  const language = primary.find((each) => Object.hasOwn(MESSAGES, each)) ?? DEFAULT;
  const direction = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
  return { language, direction, texts: MESSAGES[language] ?? en };
}
