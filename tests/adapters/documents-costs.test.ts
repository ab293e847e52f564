import { documentCallCosts } from '../../adapters/documents/call-costs.ts';
import { callCostsContract } from '../contracts/costs.contract.ts';
import { repository } from './documents-repository.ts';

repository('call costs', callCostsContract, documentCallCosts, ['keepsDuplicates', 'findsAll']);
