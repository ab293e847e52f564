import { documentDialCaps } from '../../adapters/documents/dial-caps.ts';
import { documentNumberDials } from '../../adapters/documents/number-dials.ts';
import { dialCapsContract } from '../contracts/dial-caps.contract.ts';
import { numberDialsContract } from '../contracts/number-dials.contract.ts';
import { repository } from './documents-repository.ts';

repository('number dials', numberDialsContract, documentNumberDials, [
  'keepsDuplicates',
  'findsAll',
  'forgetsPages',
  'changesNothing',
  'removesMore',
]);
repository('dial caps', dialCapsContract, documentDialCaps, ['findsAll', 'changesAny']);
