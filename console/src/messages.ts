import type { Language } from './language.ts';

/** The texts of a language: what each strings module exports, by its path below `src`. */
type Messages = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const LOADERS: Readonly<Record<Language, () => Promise<{ readonly messages: Messages }>>> = {
  en: () => import('../messages/en.ts'),
  de: () => import('../messages/de.ts'),
  es: () => import('../messages/es.ts'),
  hi: () => import('../messages/hi.ts'),
};

let known: Messages | null = null;

/** Loads the texts of a language, before any module that shows one. */
export async function loadMessages(language: Language): Promise<void> {
  known = (await LOADERS[language]()).messages;
}

/**
 * What the strings module of this path exports, in the language of the page. The build puts this in place of the module.
 * @public
 */
export function messagesOf(path: string): Readonly<Record<string, unknown>> {
  const texts = known?.[path];
  if (texts === undefined) throw new Error(`The texts of ${path} are not loaded`);
  return texts;
}
