import { assert } from 'chai';
import { requireVersion } from '../../adapters/documents/drivers/mongo-connection.ts';

describe('the version of a MongoDB server', () => {
  it('is 5.0 or later', () => {
    for (const version of ['5.0.0', '7.0.77', '8.0.4', '10.0.0']) requireVersion(version);
    for (const version of ['3.6.8', '4.4.29'])
      assert.throws(() => requireVersion(version), `DOCUMENTS_URL leads to MongoDB ${version}. Upgrade it to 5.0 or`);
  });
});
