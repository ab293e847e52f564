import { assert } from 'chai';
import fc from 'fast-check';
import { forgetOrganisation } from '../../application/knowledge/delete-document.ts';
import { Ingestion } from '../../application/knowledge/ingestion.ts';
import { uploadDocument } from '../../application/knowledge/upload-document.ts';
import { deleteOrganisation } from '../../application/organisations/delete-organisation.ts';
import type { Caller } from '../../domain/accounts/caller.ts';
import { memoryObjects } from '../support/memory-objects.ts';
import { atOnce, scheduled } from '../support/scheduled.ts';
import { openPorts, type Ports } from '../support/world.ts';

describe('deleting an organisation', () => {
  let ports: Ports;
  before(async () => (ports = await openPorts()));
  after(() => ports.close());

  it('leaves nothing of the documents that are uploaded and made searchable meanwhile', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.uuid(), async (scheduler, org_id) => {
        const ada: Caller = { email: 'ada@example.com', org_id, role: 'super_admin' };
        const created = { created_by_email: ada.email, created_at: ports.clock.now().toISOString() };
        await ports.organisations.add({ org_id, name: 'One', ...created, concurrent_call_limit: null });
        const busy = {
          ...ports,
          objects: memoryObjects(),
          organisations: scheduled(scheduler, 'organisations', ports.organisations),
          knowledge: scheduled(scheduler, 'knowledge', ports.knowledge),
          vectors: scheduled(scheduler, 'vectors', ports.vectors),
        };
        const ingestion = new Ingestion(busy);
        const pdf = { filename: 'Hours.pdf', size: 10, open: () => bytesOf('%PDF-words') };
        const upload = (): Promise<unknown> => uploadDocument({ ...busy, ingestion })(ada, pdf);
        const organisationKnowledge = forgetOrganisation(busy);
        await atOnce(scheduler, [
          () => deleteOrganisation({ ...busy, organisationKnowledge })(ada, org_id),
          upload,
          upload,
        ]);
        await scheduler.waitFor(ingestion.tick());
        assert.isEmpty(await ports.knowledge.list(org_id));
      }),
      { numRuns: 100 },
    ));
});

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
