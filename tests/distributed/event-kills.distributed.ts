import { assert } from 'chai';
import { runWithKills } from '../operations/event-kills.ts';
import { temporaryDatabase } from '../support/databases.ts';
import { describeServed } from '../support/servers.ts';

describeServed('events of a process on MongoDB that is killed again and again', 'documents', (server) => {
  it('all arrive, signed, in order per call, and repeated with the same id and body only', async function () {
    this.timeout(900_000);
    const documentsUrl = temporaryDatabase(server());
    const { findings, ...run } = await runWithKills({ events: 300, kills: 2, documentsUrl });
    process.stdout.write(`      ${JSON.stringify(run)}\n`);
    assert.deepEqual(findings, { lost: 0, renamed: 0, unsigned: 0, altered: 0, disordered: 0 });
  });
});
