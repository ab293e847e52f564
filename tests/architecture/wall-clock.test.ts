import { assert } from 'chai';
import { sourcesOfRings, type Source } from './sources.ts';

const STORED = 'a moment that is stored: other processes read or wrote it';
const PROTOCOL = 'a moment that a protocol wants, or tells';
const EPOCH = 'the wall clock when something begins; what follows is counted monotonically';

/**
 * Where the wall clock is read as a number. Durations within a process are differences of `clock.monotonic()`: the wall
 * clock is set now and then, forward or back.
 */
const READERS: Readonly<Record<string, string>> = {
  'adapters/cipher/fernet.ts': PROTOCOL,
  'adapters/documents/drivers/mongo-keys.ts': STORED,
  'adapters/http/known-clients.ts': STORED,
  'adapters/lib/object-links.ts': PROTOCOL,
  'adapters/mailer/outbox.ts': 'the name of a file',
  'adapters/providers/azure/messages.ts': PROTOCOL,
  'adapters/providers/_carrier/rest.ts': PROTOCOL,
  'adapters/providers/google/service-account.ts': PROTOCOL,
  'adapters/providers/_plivo/lookup.ts': STORED,
  'adapters/providers/twilio/telephony.ts': STORED,
  'adapters/providers/vonage/keys.ts': PROTOCOL,
  'adapters/simulator/population-carrier.ts': 'virtual time, which is never set',
  'adapters/simulator/simulated-media-stream.ts': PROTOCOL,
  'adapters/system/clock.ts': 'the clock itself',
  'adapters/tickets/hmac.ts': PROTOCOL,
  'adapters/tokens/jsonwebtoken.ts': PROTOCOL,
  'application/calls/dial-pacing.ts': STORED,
  'application/campaigns/admit-runs.ts': STORED,
  'application/campaigns/campaign-engine.ts': STORED,
  'application/campaigns/dial-permit.ts': STORED,
  'application/campaigns/suppressions.ts': STORED,
  'application/campaigns/wall-clock.ts': STORED,
  'application/claim-heartbeat.ts': STORED,
  'application/knowledge/ingestion-worker.ts': STORED,
  'application/limit-count-changes.ts': STORED,
  'application/runtime/run-call.ts': EPOCH,
  'application/runtime/deliver-artifacts.ts': STORED,
  'application/runtime/conversation-session.ts': EPOCH,
  'application/runtime/text-conversation.ts': EPOCH,
  'application/runtime/rehearsal/text-call.ts': EPOCH,
  'tools/backup/main.ts': STORED,
  'tools/build/build.ts': 'compared with the times of files',
  'tools/demo/main.ts': 'a name that is new each time',
  'tools/load/carrier-leg.ts': PROTOCOL,
  'tools/load/load.ts': 'the date of a report',
  'bootstrap/doctor/check-clock.ts': 'compared with the clocks of other machines',
  'bootstrap/doctor/run-doctor.ts': 'compared with the age of time zone rules',
  'bootstrap/when-steady.ts': 'whether the wall clock was set',
};

const AS_NUMBER = /\bnow\(\)\.getTime\(\)|\bDate\.now\(\)|\bnew Date\(\)/;

const readersIn = (sources: readonly Source[]): string[] =>
  sources.filter(([, text]) => AS_NUMBER.test(text)).map(([file]) => file);

describe('wall clock', () => {
  it('is read as a number only for dates, not for durations within a process', async () => {
    assert.sameMembers(readersIn(await sourcesOfRings()), Object.keys(READERS));
  });

  it('is found in every expression that reads it as a number', () => {
    const planted = ['const took = clock.now().getTime() - begun;', 'Date.now() - begun', 'new Date()'];
    for (const text of planted) assert.lengthOf(readersIn([['x.ts', text]]), 1, text);
    assert.isEmpty(readersIn([['x.ts', 'clock.monotonic() - begun; clock.now().toISOString(); new Date(begun)']]));
  });
});
