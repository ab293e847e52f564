import { area } from '../area.ts';
import { listLanguages, listProviders, readSettings } from './read-catalogue.ts';

/** Use cases of the catalogue area. */
export const catalogueUseCases = area({ list: listProviders, settings: readSettings, languages: listLanguages });
export type CatalogueUseCases = ReturnType<typeof catalogueUseCases>;
