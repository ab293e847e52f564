import { assert } from 'chai';
import { runWithKills, type KillFindings } from './event-kills.ts';
import type { WriterFault } from './event-writer.ts';

const KEPT: KillFindings = { lost: 0, renamed: 0, unsigned: 0, altered: 0, disordered: 0 };

/** TEST_EVENTS=100000 TEST_EVENT_KILLS=20 makes the large run. */
const EVENTS = Number(process.env['TEST_EVENTS'] ?? 6_000);
const KILLS = Number(process.env['TEST_EVENT_KILLS'] ?? 4);

/** What each fault must be found out by. */
const FOUND: Readonly<Record<WriterFault, keyof KillFindings>> = {
  forgets: 'lost',
  presumes: 'lost',
  renames: 'renamed',
  'signs once': 'unsigned',
  overtakes: 'disordered',
};

describe('events of a process that is killed again and again', function () {
  // The large run took 32 ms for an event on a busy machine.
  this.timeout(1_800_000 + EVENTS * 100);

  it('all arrive, signed, in order per call, and repeated with the same id and body only', async () => {
    const { findings, ...run } = await runWithKills({ events: EVENTS, kills: KILLS });
    process.stdout.write(`      ${JSON.stringify(run)}\n`);
    assert.deepEqual(findings, KEPT);
    assert.equal(run.accepted, EVENTS);
    assert.isAbove(run.signedTwice, 0);
  });

  for (const [fault, finding] of Object.entries(FOUND) as [WriterFault, keyof KillFindings][])
    it(`are found out where delivery ${fault}`, async () => {
      const plan = { events: 600, kills: 2, fault, waitMs: 30_000 };
      const { findings } = await runWithKills(finding === 'lost' ? plan : { ...plan, endsAt: finding });
      assert.isAbove(findings[finding], 0, JSON.stringify(findings));
    });
});
