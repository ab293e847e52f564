import { documentTextIndex } from '../../adapters/documents/text-index.ts';
import { textIndexContract } from '../contracts/text-index.contract.ts';
import { repository } from './documents-repository.ts';

repository('text index', textIndexContract, documentTextIndex, ['findsAll', 'changesAny', 'changesNothing']);
