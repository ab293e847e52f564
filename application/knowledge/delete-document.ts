import { allow, type Caller } from '../../domain/accounts/caller.ts';
import { missing } from '../../domain/errors.ts';
import type { OrganisationKnowledge } from '../ports/organisation-knowledge.ts';
import { removeDocument, type RemovalPorts } from './remove-document.ts';

/** Deletes a document for good, also one that is just being processed. Agents that name it go on without it. */
export const deleteDocument =
  (ports: RemovalPorts) =>
  async (caller: Caller, documentId: string): Promise<void> => {
    const { org_id } = allow(caller, 'knowledge.write');
    const document = await ports.knowledge.find(org_id, documentId);
    if (!document || !(await removeDocument(ports, document))) throw missing('Document');
  };

/** Takes away what an organisation knows. */
export const forgetOrganisation = (ports: RemovalPorts): OrganisationKnowledge => ({
  async removeAll(orgId) {
    for (const document of await ports.knowledge.list(orgId)) await removeDocument(ports, document);
  },
});
