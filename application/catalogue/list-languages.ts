import { permit, type Caller } from '../../domain/accounts/caller.ts';
import { LANGUAGES } from '../../domain/providers/languages.ts';

/** Every canonical language id with its label, also for a caller without an organisation. */
export const listLanguages =
  () =>
  async (caller: Caller): Promise<{ readonly languages: Readonly<Record<string, string>> }> => {
    permit(caller, 'catalogue.read');
    return { languages: LANGUAGES };
  };
