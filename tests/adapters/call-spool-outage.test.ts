import { mkdir, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { filesystemSpool } from '../../adapters/call-spool/filesystem.ts';
import type { CallSpool } from '../../application/ports/call-spool.ts';
import type { ControlPlane } from '../../application/ports/control-plane.ts';
import type { ObjectStore } from '../../application/ports/objects.ts';
import { ArtifactDelivery } from '../../application/runtime/deliver-artifacts.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { unavailable } from '../../domain/errors.ts';
import { call, outcome, ramp } from '../contracts/call-spool.contract.ts';
import { fakeClock, type FakeClock } from '../support/fake-clock.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { eventually } from '../support/eventually.ts';

const METRICS = {
  summary: { turn_count: 1, interrupted_turn_count: 0, user_bot_latency_avg_secs: 0 },
  ...{ transport: { client_connected_secs: 0 }, turns: [] },
  latencies: { first_bot_speech_secs: 0, user_to_bot_secs: [], breakdowns: [] },
};
/** Bytes of a recording with this number of stereo samples. */
const WAV_BYTES = 44 + 8_000 * 2;
const MINUTE_MS = 60_000;

/** An object store and an API that may be away, and what reached them. */
function outside() {
  const away = { objects: true, api: true };
  const stored = new Map<string, number>();
  const reported = new Set<string>();
  const objects: Pick<ObjectStore, 'root' | 'put'> = {
    root: 'file://artifacts/',
    async put(key, bytes) {
      if (away.objects) throw unavailable('The object store is away');
      let size = 0;
      for await (const part of bytes) size += part.length;
      stored.set(key, size);
    },
  };
  const report = async (line: string): Promise<void> => {
    if (away.api) throw unavailable('The API is away');
    reported.add(line);
  };
  const controlPlane: Pick<ControlPlane, 'updateCall' | 'putMetrics'> = {
    updateCall: async (_org, id, patch) => {
      await report(`${id} ${Object.keys(patch).join(' ')}`);
      return { call_id: id, campaign_id: null } as CallLog;
    },
    putMetrics: (_org, id) => report(`${id} metrics`),
  };
  return {
    away,
    stored,
    reported,
    ports: { objects: objects as ObjectStore, controlPlane: controlPlane as ControlPlane },
  };
}

/** A call that lasted and ended, as the runtime leaves it. */
async function leaves(spool: CallSpool, id: string): Promise<void> {
  const entry = await spool.open(call(id));
  entry.appendAudio(ramp(8_000));
  entry.appendTranscript(`call_id=${id}\n---\n`);
  await entry.finish({ ...outcome, metrics: METRICS });
}

/** So much time passes; every try in it comes to its end. */
async function passes(clock: FakeClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    clock.advance(1_000);
    await eventually(() => clock.waiting > 0, 'a pause');
  }
}

describe('what calls left behind', () => {
  it('outlives ten minutes without API and object store, and a restart in the middle of them', async function () {
    const directory = await temporaryDirectory();
    const clock = fakeClock();
    const { log } = rememberingLog();
    const { away, stored, reported, ports } = outside();
    const process = () => {
      const spool = filesystemSpool(directory, log);
      return { spool, delivery: new ArtifactDelivery({ ...ports, spool, clock, log }) };
    };
    const first = process();
    for (const id of ['c0', 'c1']) {
      await leaves(first.spool, id);
      await first.delivery.deliver();
      await passes(clock, 2 * MINUTE_MS);
    }
    await first.delivery.stop();
    const second = process();
    away.objects = false;
    for (const id of ['c2', 'c3', 'c4']) {
      await leaves(second.spool, id);
      await second.delivery.deliver();
      await passes(clock, 2 * MINUTE_MS);
    }
    assert.deepEqual([...reported], []);
    away.api = false;
    clock.advance(MINUTE_MS);
    await eventually(async () => (await readdir(directory)).length === 0, 'the removal of the call');
    await second.delivery.stop();
    for (const id of ['c0', 'c1', 'c2', 'c3', 'c4']) {
      assert.equal(stored.get(`org/${id}/recording.wav`), WAV_BYTES);
      assert.equal(stored.get(`org/${id}/transcript.txt`), `call_id=${id}\n---\n`.length);
      for (const what of ['metrics', 'recording_url transcript_url status call_response end_time_utc'])
        assert.include([...reported], `${id} ${what}`);
    }
    assert.equal(clock.waiting, 0, 'nothing is left to be tried');
  });

  it('tells how a call ended while its artifacts wait for an object store that is away', async () => {
    const clock = fakeClock();
    const { log } = rememberingLog();
    const { away, stored, reported, ports } = outside();
    away.api = false;
    const spool = filesystemSpool(await temporaryDirectory(), log);
    const delivery = new ArtifactDelivery({ ...ports, spool, clock, log });
    await leaves(spool, 'c1');
    await delivery.deliver();
    assert.deepEqual([...reported], ['c1 status call_response end_time_utc']);
    assert.equal(delivery.undelivered, 1);
    away.objects = false;
    await delivery.deliver();
    assert.equal(stored.get('org/c1/recording.wav'), WAV_BYTES);
    assert.include([...reported], 'c1 recording_url transcript_url status call_response end_time_utc');
    assert.equal(delivery.undelivered, 0);
    await delivery.stop();
  });
});

describe('the inputs of a call whose disk fails', () => {
  it('end before what could not be written, so that they have no gap', async () => {
    const directory = await temporaryDirectory();
    const { log, lines } = rememberingLog();
    const spool = filesystemSpool(directory, log);
    const entry = await spool.open(call('a'));
    const path = join(directory, 'a', 'inputs.ndjson');
    await mkdir(path);
    entry.appendInputs('lost\n');
    await eventually(async () => lines.length > 0, 'the loss in the log');
    await rmdir(path);
    entry.appendInputs('after a gap\n');
    await entry.finish(outcome);
    assert.isNull(await spool.inputs('a'));
    assert.deepEqual(
      lines.map(({ event }) => event),
      ['spool.write_failed'],
    );
  });
});
