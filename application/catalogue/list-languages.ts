import { allow, type Caller } from '../../domain/accounts/caller.ts';
import { LANGUAGES } from '../../domain/providers/languages.ts';

/** Every canonical language id with its label. */
export const listLanguages =
  () =>
  async (caller: Caller): Promise<{ readonly languages: Readonly<Record<string, string>> }> => {
    allow(caller, 'catalogue.read');
    return { languages: LANGUAGES };
  };
