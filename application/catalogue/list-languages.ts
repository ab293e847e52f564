import { LANGUAGES } from '../../domain/providers/languages.ts';

/** Every canonical language id with its label, also for a caller without an organisation. */
export const listLanguages = () => async (): Promise<{ readonly languages: Readonly<Record<string, string>> }> => ({
  languages: LANGUAGES,
});
