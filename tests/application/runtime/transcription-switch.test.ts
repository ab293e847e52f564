import { assert } from 'chai';
import { Deferred } from '../../../application/deferred.ts';
import type { Transcription, TranscriptionListener } from '../../../application/ports/speech-to-text.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { failoverTranscription } from '../../../application/runtime/failover-transcription.ts';
import { nullVendorMonitor } from './vendor-monitors.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const REFUSED = new VendorFailure('No such key', { retryable: false });
const DOWN = new VendorFailure('It is down', { retryable: true });

/** A vendor that opens when the test says so. */
function vendor(provider: string) {
  const requests: string[] = [];
  const opening = new Deferred<void>();
  let listener: TranscriptionListener | null = null;
  const transcription: Transcription = {
    endpointingMs: 250,
    write: ([sample]) => void requests.push(String(sample)),
    startUtterance: () => void requests.push('begin'),
    endUtterance: () => void requests.push('finish'),
    close: () => void requests.push('close'),
  };
  return {
    requests,
    opens: () => (opening.resolve(), settled()),
    refuses: () => (opening.reject(REFUSED), settled()),
    reports: (text: string) => listener?.transcript({ text, final: true }),
    fails: () => listener?.failed(DOWN),
    candidate: {
      provider,
      async open(own: TranscriptionListener) {
        listener = own;
        await opening.promise;
        return transcription;
      },
    },
  };
}

async function world() {
  const [english, german, french] = [vendor('english'), vendor('german'), vendor('french')];
  const results: string[] = [];
  const transcription = failoverTranscription([english.candidate], nullVendorMonitor, true);
  await english.opens();
  const line = await transcription.open({
    transcript: ({ text }) => void results.push(text),
    failed: ({ message, retryable }) => void results.push(`${message}${retryable ? '' : ' permanently'}`),
  });
  const write = (...samples: number[]): void => samples.forEach((sample) => line.write(Int16Array.of(sample)));
  return { english, german, french, results, transcription, line, write };
}

describe('transcription that switches vendors', () => {
  it('hears with the vendor before until the next is open, which then gets the words in progress', async () => {
    const { english, german, results, transcription, line, write } = await world();
    write(1);
    void transcription.switchTo([german.candidate]);
    line.startUtterance();
    write(2, 3);
    assert.deepEqual(english.requests, ['1', 'begin', '2', '3']);
    await german.opens();
    write(4);
    line.endUtterance();
    assert.deepEqual(german.requests, ['begin', '1', '2', '3', '4', 'finish']);
    assert.equal(english.requests.at(-1), 'close');
    english.reports('wheel spat');
    german.reports('Wie spät?');
    assert.deepEqual(results, ['Wie spät?']);
    assert.equal(transcription.provider(), 'german');
  });

  it('sends no utterance again that has its transcript', async () => {
    const { english, german, results, transcription, line, write } = await world();
    line.startUtterance();
    write(1);
    line.endUtterance();
    void transcription.switchTo([german.candidate]);
    english.reports('Deutsch, bitte.');
    await german.opens();
    assert.deepEqual([german.requests, results], [[], ['Deutsch, bitte.']]);
  });

  it('stays with the vendor before when no other opens', async () => {
    const { english, german, results, transcription, line, write } = await world();
    void transcription.switchTo([german.candidate]);
    await german.refuses();
    line.startUtterance();
    write(1);
    english.reports('Hello.');
    assert.deepEqual([english.requests, results], [['begin', '1'], ['Hello.']]);
  });

  it('waits for the next vendor when the one before fails during the switch, and loses nothing', async () => {
    const { english, german, results, transcription, line, write } = await world();
    void transcription.switchTo([german.candidate]);
    line.startUtterance();
    write(1);
    english.fails();
    write(2);
    await german.opens();
    assert.deepEqual([german.requests, results], [['begin', '1', '2'], []]);
  });

  it('lets the last of several switches win, also when an earlier one opens later', async () => {
    const { german, french, transcription, line } = await world();
    void transcription.switchTo([german.candidate]);
    void transcription.switchTo([french.candidate]);
    await french.opens();
    await german.opens();
    line.startUtterance();
    assert.deepEqual([french.requests, german.requests], [['begin'], ['close']]);
  });

  it('closes a vendor that opens after the end', async () => {
    const { german, transcription, line } = await world();
    void transcription.switchTo([german.candidate]);
    line.close();
    await german.opens();
    assert.deepEqual(german.requests, ['close']);
  });
});
