import { documentKnowledge } from '../../adapters/documents/knowledge-documents.ts';
import { documentWebPages } from '../../adapters/documents/web-pages.ts';
import { webPagesContract } from '../contracts/web-pages.contract.ts';
import { repository } from './documents-repository.ts';

repository(
  'web pages',
  webPagesContract,
  async (store) => ({ pages: await documentWebPages(store), documents: await documentKnowledge(store) }),
  ['findsAll', 'changesAny', 'answersAnother', 'changesNothing', 'findsNoFirst', 'hesitates'],
);
