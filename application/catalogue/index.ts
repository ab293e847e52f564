import { area } from '../area.ts';
import { listLanguages } from './list-languages.ts';
import { listProviders } from './list-providers.ts';
import { readSettings } from './read-settings.ts';

/** Everything the outside may ask about what providers there are and how they are set up. */
export const catalogueUseCases = area({ list: listProviders, settings: readSettings, languages: listLanguages });
export type CatalogueUseCases = ReturnType<typeof catalogueUseCases>;
