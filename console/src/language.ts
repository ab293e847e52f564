/** The languages of the console, as each calls itself. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', hi: 'हिन्दी' } as const;

export type Language = keyof typeof LANGUAGES;

/** Tags for the formats of dates and of numbers. */
interface Locale {
  readonly dates: string;
  readonly numbers: string;
}

const KEY = 'console.language';

const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(LANGUAGES, text);
const withoutRegion = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? '';

/** The language that was chosen, otherwise the first preferred one that the console has, otherwise English. */
export function languageFor(chosen: string | null, preferred: readonly string[]): Language {
  return isLanguage(chosen) ? chosen : (preferred.map(withoutRegion).find(isLanguage) ?? 'en');
}

/** How this language writes dates and numbers where the user is: Mexico has a decimal point, Spain a comma. */
export function localeFor(language: Language, preferred: readonly string[]): Locale {
  if (language === 'en') return { dates: 'en-GB', numbers: 'en' };
  const own = preferred.find((tag) => withoutRegion(tag) === language) ?? language;
  return { dates: own, numbers: own };
}

const isPage = typeof document !== 'undefined';
const preferred: readonly string[] = isPage ? navigator.languages : [];

/** The language of this page. It changes only with a reload. */
export const LANGUAGE = languageFor(isPage ? localStorage.getItem(KEY) : null, preferred);

/** How this page writes dates and numbers. */
export const LOCALE = localeFor(LANGUAGE, preferred);

/** Keeps the choice for all visits of this browser, and shows the same page in that language. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(KEY, language);
  location.reload();
}
