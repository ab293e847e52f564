import { appendFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { filesystemSpool } from '../../adapters/call-spool/filesystem.ts';
import type { CallSpool } from '../../application/ports/call-spool.ts';
import { call, callSpoolContract, outcome, ramp, wav, type SpoolOverTime } from '../contracts/call-spool.contract.ts';
import { spooledInputsContract } from '../contracts/call-spool-inputs.contract.ts';
import { spooledRecordingContract } from '../contracts/call-spool-recording.contract.ts';
import { bites, keeps } from '../support/contract.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { refusalOf } from '../support/refusals.ts';
import { atEndOfTest, temporaryDirectory } from '../support/temporary.ts';
import { eventually } from '../support/eventually.ts';

/** Ends with the test whatever was begun in it, so that no file stays open. */
const ending = (spool: CallSpool): CallSpool => ({
  ...spool,
  open: async (opened) => {
    const entry = await spool.open(opened);
    atEndOfTest(() => entry.finish(outcome));
    return entry;
  },
});

const fresh = async () => {
  const directory = join(await temporaryDirectory(), 'spool');
  const { log, lines: reported } = rememberingLog();
  const make = (): CallSpool => ending(filesystemSpool(directory, log));
  return { directory, reported, spool: make(), reborn: make };
};

const contract = { ...callSpoolContract, ...spooledInputsContract, ...spooledRecordingContract };

describe('call spool: filesystem', () => keeps(contract, fresh));

describe('call spool: the contract', () => {
  const spoiled = (spoil: (genuine: CallSpool) => Partial<CallSpool>) => async (): Promise<SpoolOverTime> => {
    const { spool, reborn } = await fresh();
    return { spool: { ...spool, ...spoil(spool) }, reborn };
  };
  const entryWith = (spoil: (genuine: Awaited<ReturnType<CallSpool['open']>>) => object) =>
    spoiled((it) => ({
      open: async (opened) => {
        const entry = await it.open(opened);
        return {
          appendAudio: (samples) => entry.appendAudio(samples),
          skipAudio: (samples) => entry.skipAudio(samples),
          muteCaller: (from, to) => entry.muteCaller(from, to),
          appendTranscript: (lines) => entry.appendTranscript(lines),
          appendToolCall: (line) => entry.appendToolCall(line),
          appendAnswer: (answer) => entry.appendAnswer(answer),
          appendInputs: (lines) => entry.appendInputs(lines),
          writeMetrics: (metrics) => entry.writeMetrics(metrics),
          finish: (ended) => entry.finish(ended),
          ...spoil(entry),
        };
      },
    }));
  bites(
    contract,
    entryWith(() => ({ appendAudio: () => {} })),
    entryWith(() => ({ skipAudio: () => {} })),
    entryWith(() => ({ muteCaller: () => {} })),
    entryWith(() => ({ appendTranscript: () => {} })),
    entryWith(() => ({ writeMetrics: () => {} })),
    entryWith(() => ({ appendToolCall: async () => {} })),
    entryWith(() => ({ appendAnswer: () => {} })),
    entryWith(() => ({ appendInputs: () => {} })),
    spoiled(() => ({ close: () => {} })),
    entryWith(() => ({ finish: async () => {} })),
    entryWith((it) => ({ appendAudio: (samples: Int16Array) => setImmediate(() => it.appendAudio(samples)) })),
    entryWith((it) => ({
      finish: (ended: typeof outcome) => new Promise((done) => setImmediate(done)).then(() => it.finish(ended)),
    })),
    spoiled((it) => ({ remove: async () => {}, pending: async () => (await it.pending()).toReversed() })),
    spoiled((it) => ({
      recording: async (id) => (await it.recording(id)) ?? { size: 0, bytes: (async function* () {})() },
    })),
    spoiled((it) => {
      const plain = (id: string): string => id.replace(/[^a-z]/g, '').slice(0, 9) || 'x';
      return {
        open: (opened) => it.open({ ...opened, call_id: `${plain(opened.call_id)}${Math.random()}`.replace('.', '') }),
        recording: (id) => it.recording(plain(id)),
        transcript: (id) => it.transcript(plain(id)),
        remove: (id) => it.remove(plain(id)),
      };
    }),
    async () => {
      const { spool } = await fresh();
      const { spool: empty } = await fresh();
      return { spool, reborn: () => empty };
    },
  );
});

describe('call spool: filesystem, in particular', () => {
  it('leaves on disk a WAV file that players understand as it is', async () => {
    const { directory, spool } = await fresh();
    const entry = await spool.open(call('a'));
    entry.appendAudio(ramp(1000));
    await entry.finish(outcome);
    const bytes = await readFile(join(directory, 'a', 'recording.wav'));
    assert.deepEqual([bytes.length, bytes.readUInt32LE(4), bytes.readUInt32LE(40)], [2044, 2036, 2000]);
  });

  it('restricts artifacts to the owner', async () => {
    const { directory, spool } = await fresh();
    const entry = await spool.open(call('a'));
    entry.appendTranscript('line\n');
    await entry.finish(outcome);
    const folder = join(directory, 'a');
    for (const name of await readdir(folder)) assert.equal((await stat(join(folder, name))).mode & 0o077, 0, name);
    assert.equal((await stat(folder)).mode & 0o077, 0);
  });

  it('leaves out the bytes of a moment that was cut short', async () => {
    const { directory, spool, reborn } = await fresh();
    const entry = await spool.open(call('a'));
    entry.appendAudio(ramp(1000));
    await entry.finish(outcome);
    await appendFile(join(directory, 'a', 'recording.wav'), Buffer.of(1, 2, 3));
    assert.deepEqual((await wav(reborn(), 'a'))?.samples, ramp(1000));
  });

  it('keeps a tool call that is journaled after a line that a full disk cut', async () => {
    const { directory, spool, reborn } = await fresh();
    const entry = await spool.open(call('a'));
    const start = (run: number) =>
      ({ run, name: 'book', arguments: '{}', side_effects: true, started_at: '2026-03-02T09:00:01.000Z' }) as const;
    await entry.appendToolCall(start(1));
    await appendFile(join(directory, 'a', 'tools.ndjson'), JSON.stringify(start(2)).slice(0, 20));
    await entry.appendToolCall(start(3));
    const [left] = await reborn().pending();
    assert.deepEqual(
      left?.tool_calls.map(({ run }) => run),
      [1, 3],
    );
  });

  it('keeps an answer that is written after a line that a full disk cut', async () => {
    const { directory, spool, reborn } = await fresh();
    const entry = await spool.open(call('a'));
    await appendFile(join(directory, 'a', 'answers.ndjson'), '{"number":1,"ans');
    const whole = { at: '2026-03-02T09:00:01.000Z', question: 'When?', answer: 'At nine.', sources: [] };
    entry.appendAnswer({ number: 2, lookup: 'not_searched', ...whole });
    await entry.finish(outcome);
    const [left] = await reborn().pending();
    const numbers = left?.answers.map(({ number }) => number);
    assert.deepEqual(numbers, [2]);
  });

  it('passes over folders that were never whole', async () => {
    const { directory, spool } = await fresh();
    const entry = await spool.open(call('whole'));
    await entry.finish(outcome);
    const manifests = {
      torn: '{"call_id":"to',
      other: JSON.stringify(call('another')),
      odd: '[]',
      poor: '{"call_id":"poor"}',
    };
    await mkdir(join(directory, 'empty'));
    await writeFile(join(directory, 'file'), '');
    for (const [name, manifest] of Object.entries(manifests)) {
      await mkdir(join(directory, name));
      await writeFile(join(directory, name, 'call.json'), manifest);
    }
    assert.deepEqual(
      (await spool.pending()).map(({ call_id }) => call_id),
      ['whole'],
    );
    for (const name of ['empty', 'file', ...Object.keys(manifests)]) assert.isNull(await spool.recording(name));
  });

  it('takes a broken outcome for none', async () => {
    const { directory, spool, reborn } = await fresh();
    await spool.open(call('a'));
    for (const broken of ['', '{"status":', '7', '{"status":"completed"}']) {
      await writeFile(join(directory, 'a', 'outcome.json'), broken);
      assert.isNull((await reborn().pending())[0]?.outcome);
    }
  });

  it('completes a removal that a crash cut short', async () => {
    const { directory, spool } = await fresh();
    await mkdir(join(directory, '.removed-1'), { recursive: true });
    await writeFile(join(directory, '.removed-1', 'recording.wav'), 'said');
    await spool.pending();
    assert.deepEqual(await readdir(directory), []);
  });

  it('removes calls while they are read, whole or not at all, and while others complete removals', async () => {
    const { directory, spool } = await fresh();
    const ids = Array.from({ length: 50 }, (_, index) => `call${index}`);
    for (const id of ids) await (await spool.open(call(id))).finish(outcome);
    const looks = ids.map((id) => Promise.all([spool.undeliveredCall(id), spool.remove(id), spool.pending()]));
    for (const [read] of await Promise.all(looks)) assert.isNotNull(read?.outcome);
    assert.deepEqual(await readdir(directory), []);
  });

  it('holds a bounded part of a recording in memory, and leaves silence for what the disk was too slow for', async () => {
    const { spool, reported } = await fresh();
    const entry = await spool.open(call('a'));
    const block = new Int16Array(100_000).fill(7);
    for (let turn = 0; turn < 20; turn += 1) entry.appendAudio(block);
    await eventually(async () => (await spool.recording('a'))?.size === 44 + 2_000_000, 'the whole recording');
    entry.appendAudio(ramp(10, 100));
    await entry.finish(outcome);
    const { samples } = (await wav(spool, 'a'))!;
    assert.lengthOf(samples, 2_000_010);
    assert.deepEqual(samples.subarray(0, 1_000_000), new Int16Array(1_000_000).fill(7));
    assert.deepEqual(samples.subarray(1_100_000, 2_000_000), new Int16Array(900_000));
    assert.deepEqual(samples.subarray(2_000_000), ramp(10, 100));
    assert.lengthOf(reported, 1);
    assert.deepInclude(reported[0], { event: 'spool.write_failed', part: 'recording', call_id: 'a', org_id: 'org' });
  });

  it('tells the operator once of each part that cannot be written, and ends the call in good order', async () => {
    const { directory, spool, reported } = await fresh();
    const entry = await spool.open(call('a'));
    await mkdir(join(directory, 'a', 'transcript.txt'));
    await mkdir(join(directory, 'a', 'outcome.json'));
    for (const line of ['one\n', 'two\n']) entry.appendTranscript(line);
    entry.appendAudio(ramp(100));
    await entry.finish(outcome);
    await entry.finish(outcome);
    assert.deepEqual(
      reported.map(({ part }) => part),
      ['transcript', 'outcome'],
    );
    assert.deepEqual((await wav(spool, 'a'))?.samples, ramp(100));
    const [left] = await spool.pending();
    assert.deepEqual(left?.outcome, {
      ...outcome,
      error_message: 'The transcript is incomplete: the disk rejected the data',
    });
  });

  it('is unavailable when no call can be kept, and keeps no half of one', async () => {
    const directory = join(await temporaryDirectory(), 'spool');
    await writeFile(directory, 'a file where a folder should be');
    const spool = filesystemSpool(directory, rememberingLog().log);
    for (const work of [() => spool.open(call('a')), () => spool.pending()]) {
      const refusal = await refusalOf(work());
      assert.equal(refusal.problem, 'unavailable');
      assert.notInclude(refusal.message, directory);
    }
  });
});
