import { assert } from 'chai';
import Database from 'better-sqlite3';
import { refuseWholeTableReads } from './query-plans.ts';
import { atEndOfTest } from '../support/temporary.ts';

describe('the check of query plans', () => {
  it('fails a test that selects by a field without an index, and no other', () => {
    const database = new Database(':memory:');
    atEndOfTest(() => database.close());
    database.exec('CREATE TABLE plans (doc TEXT)');
    database.exec("CREATE INDEX by_id ON plans (json_extract(doc, '$.id'))");
    database.prepare("SELECT doc FROM plans WHERE json_extract(doc, '$.id') = ?");
    assert.doesNotThrow(() => refuseWholeTableReads('/tests/http/any.test.ts'));
    const scan = "SELECT doc FROM plans WHERE json_extract(doc, '$.name') = ?";
    database.prepare(scan);
    assert.throws(() => refuseWholeTableReads('/tests/http/any.test.ts'), scan);
  });
});
