import { documentSsoConnections } from '../../adapters/documents/sso-connections.ts';
import { ssoConnectionsContract } from '../contracts/sso-connections.contract.ts';
import { repository } from './documents-repository.ts';

repository('connections of single sign-on', ssoConnectionsContract, documentSsoConnections, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
  'removesMore',
]);
