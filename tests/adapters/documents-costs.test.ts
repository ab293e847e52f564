import { documentBudgets } from '../../adapters/documents/budgets.ts';
import { documentCallCosts } from '../../adapters/documents/call-costs.ts';
import { documentCostSums } from '../../adapters/documents/cost-sums.ts';
import { budgetsContract, callCostsContract, costSumsContract } from '../contracts/costs.contract.ts';
import { repository } from './documents-repository.ts';

repository('call costs', callCostsContract, documentCallCosts, ['keepsDuplicates', 'findsAll', 'forgetsPages']);
repository('sums of costs', costSumsContract, documentCostSums, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
  'hesitates',
]);
repository('budgets', budgetsContract, documentBudgets, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
  'hesitates',
]);
