import { allow, type Caller } from '../../domain/accounts/caller.ts';
import { missing } from '../../domain/errors.ts';
import { removeDocument, type RemovalPorts } from './remove-document.ts';

/**
 * Deletes a document and its vectors, also while it is being processed. Agents that name it stay valid and answer
 * without it.
 */
export const deleteDocument =
  (ports: RemovalPorts) =>
  async (caller: Caller, documentId: string): Promise<void> => {
    const { org_id } = allow(caller, 'knowledge.write');
    const document = await ports.knowledge.find(org_id, documentId);
    if (!document || !(await removeDocument(ports, document))) throw missing('Document');
  };
