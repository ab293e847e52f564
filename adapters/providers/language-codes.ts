import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import { LANGUAGES } from '../../domain/providers/languages.ts';

export type LanguageCodes = Readonly<Record<string, string>>;

/**
 * A vendor's language codes by canonical id. `shared` lists codes equal to the id, `spelled` the others. A region
 * without a code gets that of its language. An empty code leaves an id out.
 */
export function languageCodes(shared: string, spelled: LanguageCodes = {}): LanguageCodes {
  const known: LanguageCodes = { ...Object.fromEntries(shared.split(' ').map((id) => [id, id])), ...spelled };
  return Object.fromEntries(
    Object.keys(LANGUAGES).flatMap((id) => {
      const code = known[id] ?? known[baseOf(id)] ?? '';
      return code === '' ? [] : [[id, code]];
    }),
  );
}

/**
 * Language codes of a vendor that knows only locales. A language without a region gets its first locale. An empty code
 * leaves an id out.
 */
export function localeCodes(locales: string, spelled: LanguageCodes = {}): LanguageCodes {
  const firsts = locales.split(' ').map((locale): [string, string] => [baseOf(locale), locale]);
  return languageCodes(locales, { ...Object.fromEntries(firsts.toReversed()), ...spelled });
}

/** The vendor's code for a language, or for the language without its region. Throws a VendorFailure when there is none. */
export function codeOf(vendor: string, codes: LanguageCodes, language: string): string {
  const code = codes[language] ?? codes[baseOf(language)];
  if (code === undefined) throw new VendorFailure(`${vendor} does not take ${language}`, { retryable: false });
  return code;
}

/** The canonical id of a vendor's code for the language that it detected. Undefined for an unknown code. */
export const languageOf = (codes: LanguageCodes, code: unknown): string | undefined =>
  Object.keys(codes).find((id) => codes[id] === code);

const baseOf = (id: string): string => id.split('-')[0] ?? id;

/** Code for `multi` where the vendor detects the language. */
export const ANY_LANGUAGE = 'auto';

/** Languages of Whisper and its successors. */
export const WHISPER = languageCodes(
  'af am ar as az be bg bn bs ca cs cy da de el en es et eu fa fi fr gl gu ha he hi hr hu hy id is it ja ka kk km kn ko lo ' +
    'lt lv mk ml mn mr ms mt my ne nl no pa pl pt ro ru sa sd si sk sl so sq sr su sv sw ta te th tr uk ur uz vi yo yue zh',
  { multi: ANY_LANGUAGE, fil: 'tl', jv: 'jw' },
);

/** The same for vendors that accept only ISO 639-1. source: the openai and groq-sdk packages */
export const WHISPER_ISO: LanguageCodes = { ...WHISPER, jv: 'jv' };

/** The same for vendors that require a language. */
export const WHISPER_KNOWN: LanguageCodes = Object.fromEntries(
  Object.entries(WHISPER).filter(([, code]) => code !== ANY_LANGUAGE),
);

export const ENGLISH = languageCodes('en');
