import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { writePatchedRecogniser } from '../../../adapters/providers/local/build/recogniser-patch.ts';
import { CrashBudget } from '../../../adapters/providers/local/crash-budget.ts';
import { DictationEngine } from '../../../adapters/providers/local/dictation-engine.ts';
import { closeLocalSpeech, localSpeechWorkers, warmLocalSpeech } from '../../../adapters/providers/local/engines.ts';
import { requirePatchedRecogniser } from '../../../adapters/providers/local/patched-recogniser.ts';
import { concatAudio } from '../../../adapters/providers/_speech/pcm.ts';
import { PhraseEngine } from '../../../adapters/providers/local/phrase-engine.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { Listener } from '../../contracts/speech-to-text.contract.ts';
import { synthesisedChunks } from '../../contracts/text-to-speech.contract.ts';
import { TYPESCRIPT } from '../../suites/suites.ts';
import { atEndOfTest, killAtEndOfTest, temporaryDirectory } from '../../support/temporary.ts';
import { caller, transcribed, localTranscriptions, localVoices } from './local-stands.ts';

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('the local speech engines', function () {
  it('start one worker of each kind beforehand, and start again after they were closed', async () => {
    await closeLocalSpeech();
    assert.equal(localSpeechWorkers(), 0);
    await warmLocalSpeech();
    await warmLocalSpeech();
    assert.equal(localSpeechWorkers(), 3);
    await closeLocalSpeech();
    await closeLocalSpeech();
    assert.equal(localSpeechWorkers(), 0);
    assert.deepEqual(await transcribed(localTranscriptions(), ['goodbye']), ['goodbye']);
  });

  it('end what is open when they are closed', async () => {
    const listener = new Listener();
    const transcription = await localTranscriptions().open(listener);
    transcription.startUtterance();
    const voice = await localVoices().open();
    const speaking = failureOf(synthesisedChunks(voice, 'Good morning.'));
    await closeLocalSpeech();
    const outcome = await listener.next();
    assert.isTrue('failure' in outcome && !outcome.failure.retryable);
    assert.instanceOf(await speaking, VendorFailure);
    assert.instanceOf(await failureOf(synthesisedChunks(voice, 'Good morning.')), VendorFailure);
    transcription.startUtterance();
    assert.property(await listener.next(), 'failure');
  });

  it('do not keep the process alive', async () => {
    const engines = new URL('../../../adapters/providers/local/engines.ts', import.meta.url).href;
    const script = `
      const { localEngines } = await import(${JSON.stringify(engines)});
      const { port1: alive } = new MessageChannel();
      alive.ref();
      await localEngines().voices.workers.warm();
      alive.close();`;
    const child = spawn(process.execPath, [...TYPESCRIPT, '--input-type=module', '--eval', script]);
    killAtEndOfTest(child);
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  it('say what to do when the recogniser was not built', async () => {
    const failure = await failureOf(requirePatchedRecogniser(new URL('./nowhere.wasm', import.meta.url)));
    assert.isTrue(failure instanceof VendorFailure && !failure.retryable);
    assert.match(String(failure), /npm run build/);
  });

  it('are not started any more after five crashes within a minute', () => {
    let now = 0;
    const budget = new CrashBudget(() => now);
    for (let crash = 0; crash < 5; crash += 1) {
      assert.isFalse(budget.isSpent);
      budget.recordCrash();
      now += 10_000;
    }
    assert.isTrue(budget.isSpent);
    now = 60_001;
    assert.isFalse(budget.isSpent);
  });
});

describe('the phrase engine', function () {
  it('replaces a worker that has served long, without anybody noticing', async () => {
    const engine = new PhraseEngine(1, 2);
    atEndOfTest(() => engine.close());
    const recogniser = await engine.open(['goodbye', 'good evening']);
    const first = engine.workers.workers[0];
    const audio = concatAudio([new Int16Array(4800), await caller('good evening'), new Int16Array(4800)]);
    for (let utterance = 0; utterance < 3; utterance += 1) {
      const { result, end } = recogniser.startUtterance(audio, () => undefined);
      end();
      assert.equal(await result, 'good evening');
    }
    assert.lengthOf(engine.workers.workers, 1);
    assert.notEqual(engine.workers.workers[0], first);
  });
});

describe('the dictation engine', function () {
  const engine = new DictationEngine(1);
  before(() => engine.workers.warm());
  after(() => engine.close());

  it('drops a live decode when a finished utterance needs its worker', async () => {
    const audio = await caller('good evening', 'rms');
    const partials: string[] = [];
    const live = engine.follow(null, audio, (text) => partials.push(text));
    live!.write(audio);
    assert.isNull(engine.follow(null, audio, () => undefined));
    const finished = engine.decode(audio, audio);
    assert.isNull(await live!.text);
    live!.write(audio);
    live!.finish();
    assert.equal(await finished.text, 'good evening');
    assert.lengthOf(engine.workers.workers, 1);
  });

  it('decodes in order of arrival, skips released utterances and rejects those of a crashed worker', async () => {
    const audio = await caller('good evening', 'rms');
    const reported: string[] = [];
    const takes = ['first', 'second', 'third'].map((name) => {
      const take = engine.decode(audio, audio);
      void take.text.then(() => reported.push(name));
      return take;
    });
    takes[1]!.release();
    assert.equal(await takes[2]!.text, 'good evening');
    assert.deepEqual(reported, ['first', 'third']);
    const dying = engine.decode(audio, audio);
    const waiting = engine.decode(audio, audio);
    await engine.workers.crash();
    assert.isTrue(((await failureOf(dying.text)) as VendorFailure).retryable);
    assert.equal(await waiting.text, 'good evening');
  });
});

describe('the patched recogniser', function () {
  it('is written once, and again when it is not what it should be', async () => {
    const file = join(await temporaryDirectory(), 'deeper', 'pocketsphinx.wasm');
    assert.isTrue(await writePatchedRecogniser(file));
    assert.isFalse(await writePatchedRecogniser(file));
    await writeFile(file, 'something else');
    assert.isTrue(await writePatchedRecogniser(file));
  });
});
