import type { ClaimWorker } from '../application/claim-worker.ts';
import type { ErasureUseCases } from '../application/erasures/index.ts';
import type {
  CallEraser,
  ContactEraser,
  DocumentEraser,
  ErasureRepository,
  OrganisationRecords,
} from '../application/ports/erasures.ts';

/** The dependencies that erase phone numbers and the data of organisations. */
export interface ErasureDependencies {
  erasures: ErasureRepository;
  callEraser: CallEraser;
  contactEraser: ContactEraser;
  documentEraser: DocumentEraser;
  organisationRecords: OrganisationRecords;
  erasureWorker: ClaimWorker;
  erasureUseCases: ErasureUseCases;
}
