import { ContainerModule } from 'inversify';
import { documentErasures } from '../../adapters/documents/erasures.ts';
import { documentOrganisationRecords } from '../../adapters/documents/organisation-records.ts';
import { callEraser } from '../../application/calls/erase-call.ts';
import { contactEraser } from '../../application/campaigns/erase-contacts.ts';
import { erasureUseCases } from '../../application/erasures/index.ts';
import { erasureWorker } from '../../application/erasures/erasure-worker.ts';
import { documentEraser } from '../../application/knowledge/erase-documents.ts';
import { provide } from '../dependencies.ts';

/** Erasures, and what other areas erase for them. */
export const erasuresModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('erasures', ({ documents }) => documentErasures(documents), 'documents');
    has('organisationRecords', ({ documents }) => documentOrganisationRecords(documents), 'documents');
    has('callEraser', callEraser, 'calls', 'callRecords', 'costRollup', 'runs', 'objects', 'quotas');
    has('contactEraser', contactEraser, 'calls', 'campaigns', 'runs', 'objects', 'csvParser', 'clock');
    has('documentEraser', documentEraser, 'knowledge', 'vectors', 'textIndex');
    has(
      'erasureWorker',
      erasureWorker,
      'erasures',
      'calls',
      ...(['callEraser', 'contactEraser', 'documentEraser', 'organisationRecords'] as const),
      ...(['eventDeliveries', 'auditEvents', 'suppressions', 'numberDials', 'objects'] as const),
      ...(['ids', 'clock', 'log'] as const),
    );
    has(
      'erasureUseCases',
      erasureUseCases,
      'erasures',
      'erasureWorker',
      'phoneNumbers',
      'numberFormat',
      'quotas',
      'ids',
      'clock',
      'log',
    );
  });
