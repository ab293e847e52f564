import { LANGUAGE } from '../language.ts';
import { sharedStrings } from './strings.ts';

const NAMES = new Intl.DisplayNames(LANGUAGE, { type: 'language', languageDisplay: 'standard' });

/** A language of callers and agents: `English`, `English (India)`. */
export const languageName = (id: string): string =>
  id === 'multi' ? sharedStrings.multilingual : (NAMES.of(id) ?? id);
