import { area } from '../area.ts';
import { listLanguages, listProviders, readSettings } from './read-catalogue.ts';

/** Everything the outside may ask about what providers there are and how they are set up. */
export const catalogueUseCases = area({ list: listProviders, settings: readSettings, languages: listLanguages });
export type CatalogueUseCases = ReturnType<typeof catalogueUseCases>;
