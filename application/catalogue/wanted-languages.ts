import { rejected } from '../../domain/errors.ts';
import { isLanguage, LANGUAGES } from '../../domain/providers/languages.ts';

/** As many as there are: a client may ask for all of them. */
const LANGUAGES_MAX = Object.keys(LANGUAGES).length;

/** The languages a client filters by: canonical ids with commas between them; none when nothing was asked for. */
export function wantedLanguages(query: string | undefined): readonly string[] {
  if (query === undefined) return [];
  const ids = query.split(',', LANGUAGES_MAX + 1).map((id) => id.trim());
  if (ids.length > LANGUAGES_MAX) throw rejected(`languages must name at most ${LANGUAGES_MAX} languages`);
  if (ids.includes('')) throw rejected('languages must be language ids with commas between them');
  const unknown = ids.find((id) => !isLanguage(id));
  if (unknown !== undefined) throw rejected(`Unknown language id: ${unknown.slice(0, 50)}`);
  return ids;
}
