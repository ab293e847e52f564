import { assert } from 'chai';
import type { Fault, LiveCall, Records } from './records.ts';
import { findings } from './verdict.ts';

const FAULT: Fault = { kind: 'kill', service: 'runtime', process: 'runtime 1', from: 100_000, until: 110_000 };
const CALL: LiveCall = {
  ...{
    callId: 'a',
    from: 90_000,
    until: 160_000,
    hasHungUp: true,
    process: 'runtime 2',
    terminalAt: 161_000,
    neverConnected: false,
  },
  questions: [{ at: 120_000, answeredAt: 121_000 }],
};
const PROBES = Array.from({ length: 400 }, (_, place) => ({ at: place * 500, ms: 10 }));
const numbers = ['+1', '+2', '+3'];

/** A run that keeps every promise. */
const KEPT: Records = {
  ...{ faults: [FAULT], calls: [CALL], probes: PROBES, faultsFrom: 100_000, faultsUntil: 200_000 },
  dialled: numbers.map((to) => ({ to, callId: `call ${to}` })),
  contacts: numbers.map((phone_number) => ({ phone_number, is_final: true, outcome: 'busy' })),
  ...{ listed: 3, processed: 3, openLogs: 0 },
};
const RUN = 'runtime 1';

/** Which promises a run breaks, by their place. */
const broken = (more: Partial<Records>): number[] =>
  findings({ ...KEPT, ...more }).flatMap(({ isKept }, place) => (isKept ? [] : [place]));

describe('the verdict on a run of chaos', () => {
  it('keeps every promise in a run without a mistake', () => {
    assert.deepEqual(broken({}), []);
  });

  const cases: readonly (readonly [string, Partial<Records>, readonly number[]])[] = [
    ['a contact was dialled twice', { dialled: [...KEPT.dialled, KEPT.dialled[0]!] }, [0]],
    ['a contact is not final', { contacts: KEPT.contacts.map((each) => ({ ...each, is_final: false })) }, [1]],
    ['a contact was never dialled and has another outcome', { dialled: KEPT.dialled.slice(1) }, [1]],
    ['a contact of the list is not stored', { contacts: KEPT.contacts.slice(1) }, [1]],
    ['the campaign counts another number', { processed: 2 }, [1]],
    ['a log became terminal late', { calls: [{ ...CALL, terminalAt: 221_000 }] }, [2]],
    [
      'a log stays open of a call that no runtime reported and that is not only registered',
      { calls: [CALL, { ...CALL, process: null, terminalAt: null }] },
      [2],
    ],
    ['a log of the campaign stays open', { openLogs: 1 }, [2]],
    ['a call of another process was cut off', { calls: [{ ...CALL, hasHungUp: false }] }, [3]],
    ['a question got no answer', { calls: [{ ...CALL, questions: [{ at: 120_000, answeredAt: null }] }] }, [3]],
    ['no call was unaffected', { calls: [{ ...CALL, process: RUN }] }, [3]],
    [
      'requests are three times slower',
      { probes: PROBES.map((each) => ({ ...each, ms: each.at < 100_000 ? 10 : 30 })) },
      [4],
    ],
    ['there were hardly any requests', { probes: PROBES.slice(0, 210) }, [4]],
  ];
  for (const [title, more, places] of cases)
    it(`finds that ${title}`, () => {
      assert.deepEqual(broken(more), places);
    });

  it('does not blame a call that was cut off by a fault of its own process', () => {
    assert.deepEqual(broken({ calls: [CALL, { ...CALL, process: RUN, hasHungUp: false }] }), []);
  });

  it('takes the log of a call that was only registered for what it is', () => {
    const registered = { ...CALL, process: null, terminalAt: null, neverConnected: true };
    assert.deepEqual(broken({ calls: [CALL, registered] }), []);
  });

  it('does not count requests and questions while their service had a fault', () => {
    const faults: Fault[] = [
      { ...FAULT, service: 'api', process: 'api 1' },
      { ...FAULT, service: 'gateway', process: 'gateway 1' },
    ];
    const probes = PROBES.map((each) => (each.at >= 100_000 && each.at < 115_000 ? { ...each, ms: 900 } : each));
    const questions = [{ at: 105_000, answeredAt: null }, ...CALL.questions];
    assert.deepEqual(broken({ faults, probes, calls: [{ ...CALL, questions }] }), []);
  });
});
