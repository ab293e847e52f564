import { assert } from 'chai';
import { importsOfRings } from './imports.ts';

/** What reaches a network. */
const NETWORK =
  /^(?:node:)?(?:net|http|https|http2|tls|dgram|dns)(?:\/|$)|^(?:undici|ws|mongodb|nodemailer|chromadb|@aws-sdk)/;

describe('a rehearsal', () => {
  it('loads nothing that reaches a network', async () => {
    const imports = await importsOfRings();
    const seen = new Set<string>();
    const pending = ['bootstrap/rehearsal/rehearsal-worker.ts'];
    const found: string[] = [];
    const packages = new Set<string>();
    for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      for (const name of imports.get(file) ?? []) {
        packages.add(name);
        if (NETWORK.test(name)) found.push(`${file} loads ${name}`);
        if (name.startsWith('.')) pending.push(new URL(name, `file:///${file}`).pathname.slice(1));
      }
    }
    assert.isEmpty(found);
    assert.isTrue(seen.has('application/campaigns/campaign-engine.ts'));
    assert.includeMembers([...packages], ['better-sqlite3', 'node:worker_threads']);
    assert.isAbove(seen.size, 100);
  });
});
