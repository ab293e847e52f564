import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import { LANGUAGES } from '../../domain/providers/languages.ts';

export type LanguageCodes = Readonly<Record<string, string>>;

/**
 * A vendor's codes by canonical id: the ids it shares, those it spells in another way, and for every region it does not
 * know the language alone. An empty spelling leaves an id out.
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
 * The codes of a vendor who knows languages by their regions only: those that are canonical ids, and for a language alone
 * the first region that is named. An empty spelling leaves an id out.
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

const baseOf = (id: string): string => id.split('-')[0] ?? id;

/** Written for `multi` where a vendor finds the language out when it is told none. */
export const ANY_LANGUAGE = 'auto';

/** The languages of Whisper and of everything built after its model. */
export const WHISPER = languageCodes(
  'af am ar as az be bg bn bs ca cs cy da de el en es et eu fa fi fr gl gu ha he hi hr hu hy id is it ja ka kk km kn ko lo ' +
    'lt lv mk ml mn mr ms mt my ne nl no pa pl pt ro ru sa sd si sk sl so sq sr su sv sw ta te th tr uk ur uz vi yo yue zh',
  { multi: ANY_LANGUAGE, fil: 'tl', jv: 'jw' },
);

/** The same for vendors who take ISO 639-1 and nothing else. source: the openai and groq-sdk packages */
export const WHISPER_ISO: LanguageCodes = { ...WHISPER, jv: 'jv' };

/** The same for vendors who must be told which. */
export const WHISPER_KNOWN: LanguageCodes = Object.fromEntries(
  Object.entries(WHISPER).filter(([, code]) => code !== ANY_LANGUAGE),
);

export const ENGLISH = languageCodes('en');
