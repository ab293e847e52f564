import { area } from '../area.ts';
import { eraseOrganisation, listErasures, readErasure, requestErasure } from './request-erasure.ts';

/** Use cases of erasures. */
export const erasureUseCases = area({
  request: requestErasure,
  eraseOrganisation,
  read: readErasure,
  list: listErasures,
});
export type ErasureUseCases = ReturnType<typeof erasureUseCases>;
