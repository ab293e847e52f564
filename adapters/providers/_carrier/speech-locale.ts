import { localeCodes } from '../language-codes.ts';

/** Locales that the voices of every carrier speak: https://docs.plivo.com/docs/voice/xml/speak has the shortest list. */
const LOCALES = localeCodes(
  'en-US en-GB en-AU da-DK de-DE es-ES fr-FR fr-CA it-IT nl-NL pl-PL pt-BR pt-PT ru-RU sv-SE',
);

/** The locale in which a carrier's voice speaks a language. English where the carriers have no such voice. */
export const speechLocale = (language: string): string =>
  LOCALES[language] ?? LOCALES[language.split('-', 1)[0] ?? ''] ?? 'en-US';
