import { assert } from 'chai';
import { followMachineReports, passMachineReport } from '../../../application/runtime/machine-reports.ts';
import { TIMEOUTS_MS } from '../../../domain/voice/call-timeouts.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { telephoneWorld } from './telephone-world.ts';

const LEAVES = { action: 'leave_message', message: 'Hello.' } as const;

/** An outbound call of the API, and a process that may run it. */
function world({ runsCall = true, call_type = 'outbound' } = {}) {
  const { controlPlane, calls, outbound } = telephoneWorld();
  const clock = fakeClock();
  const callId = outbound({ status: 'in_progress' });
  const call = { ...calls.get(callId)!, call_type };
  const reported: boolean[] = [];
  const liveCalls = {
    has: () => runsCall,
    reportMachine: (_callId: string, greetingEnded: boolean) => void reported.push(greetingEnded),
  };
  const ports = { controlPlane, liveCalls, clock };
  return {
    ...{ calls, callId, clock, reported, controlPlane },
    pass: (report: 'detected' | 'greeting_ended') => passMachineReport(ports, call, report),
    follow: (voicemail: Parameters<typeof followMachineReports>[2] = LEAVES) =>
      followMachineReports(ports, call, voicemail),
    /** A report that another process received. */
    logs: (machine: 'detected' | 'greeting_ended') => calls.set(callId, { ...calls.get(callId)!, machine }),
    looks: (times: number) => clock.advanceAsync(times * TIMEOUTS_MS.machine_poll),
  };
}

describe('reports of a machine', () => {
  it('reach the call directly where it runs, and the call log from another process', async () => {
    const here = world();
    await here.pass('greeting_ended');
    assert.deepEqual([here.reported, here.calls.get(here.callId)?.machine], [[true], undefined]);
    const elsewhere = world({ runsCall: false });
    await elsewhere.pass('detected');
    assert.deepEqual([elsewhere.reported, elsewhere.calls.get(elsewhere.callId)?.machine], [[], 'detected']);
  });

  it('are passed on once each from another process, until the greeting has ended', async () => {
    const { follow, logs, looks, reported, clock, controlPlane } = world();
    follow();
    await looks(2);
    assert.isEmpty(reported);
    logs('detected');
    await looks(2);
    const { call } = controlPlane;
    controlPlane.call = () => Promise.reject(new Error('No API'));
    await looks(2);
    controlPlane.call = call;
    logs('greeting_ended');
    await looks(2);
    assert.deepEqual([reported, clock.waiting], [[false, true], 0]);
  });

  it('are looked for no longer than carriers take, nor after the call', async () => {
    const long = world();
    long.follow();
    await long.looks(TIMEOUTS_MS.machine_reports / TIMEOUTS_MS.machine_poll + 1);
    const ended = world();
    ended.follow()();
    for (const { clock } of [long, ended]) assert.equal(clock.waiting, 0);
  });

  it('are looked for in outbound calls of agents that leave messages only', () => {
    for (const [options, voicemail] of [
      [{ call_type: 'inbound' }, LEAVES],
      [{}, { action: 'hang_up' }],
      [{}, { action: 'off' }],
    ] as const) {
      const { follow, clock } = world(options);
      follow(voicemail);
      assert.equal(clock.waiting, 0);
    }
  });
});
