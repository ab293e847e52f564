import { documentMigrationRecords } from '../../adapters/documents/migration-records.ts';
import { migrationsContract } from '../contracts/migrations.contract.ts';
import { repository } from './documents-repository.ts';

repository('migrations', migrationsContract, documentMigrationRecords, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'changesNothing',
]);
