import { assert } from 'chai';
import { network } from '../../../adapters/lib/network.ts';
import { registeredVendors } from '../../../adapters/providers/vendors.ts';
import { registered } from '../../../adapters/providers/registered-providers.ts';
import type { TranscriptionListener } from '../../../application/ports/speech-to-text.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { few, opened } from './acme.ts';

describe('the vendors', () => {
  const anywhere = network({ allowPrivate: true });
  const vendors = registeredVendors(few, anywhere);
  const options = { sampleRate: 16_000, language: 'en' };
  const listener: TranscriptionListener = { transcript: () => undefined, failed: () => undefined };
  const acme = { provider: 'acme', api_key: 'k' };

  const failure = async (work: Promise<unknown>): Promise<VendorFailure> => {
    const outcome = await work.catch((error: unknown) => error);
    assert.instanceOf(outcome, VendorFailure);
    return outcome;
  };

  it('open a transcription with settings, options and listener', async () => {
    const transcription = await vendors.transcription({ ...acme, pause_ms: 20 }, options, listener);
    assert.equal(transcription.endpointingMs, 1);
    assert.deepEqual(opened.settings, { api_key: 'k', model: 'fast', pause_ms: 20 });
    assert.deepEqual(opened.how?.slice(0, 2), [options, listener]);
  });

  it('open a voice with its options', async () => {
    assert.equal((await vendors.synthesiser({ provider: 'elevenlabs' }, { sampleRate: 8_000 })).sampleRate, 16_000);
    assert.deepEqual(opened, { settings: { voice: 'ann' }, how: [{ sampleRate: 8_000 }, anywhere] });
  });

  it('open a language model', async () => {
    assert.equal((await vendors.languageModel({ provider: 'openai', model: 'm' })).model, 'm');
  });

  it('take several keys in turns, those of each list by themselves', async () => {
    const lists = [['a', 'b', 'c'], ['x', 'y'], 'only'];
    const taken: unknown[][] = lists.map(() => []);
    for (let time = 0; time < 4; time += 1)
      for (const [at, api_key] of lists.entries()) {
        await vendors.transcription({ ...acme, api_key }, options, listener);
        taken[at]?.push((opened.settings as { api_key: unknown }).api_key);
      }
    assert.deepEqual(taken, [
      ['a', 'b', 'c', 'a'],
      ['x', 'y', 'x', 'y'],
      ['only', 'only', 'only', 'only'],
    ]);
  });

  it('fail permanently when there are no keys in the list', async () => {
    const { message, retryable } = await failure(vendors.transcription({ ...acme, api_key: [] }, options, listener));
    assert.deepEqual({ message, retryable }, { message: 'stt acme: api_key must be string', retryable: false });
  });

  it('fail without retry for a provider that is not registered', async () => {
    const { message, retryable } = await failure(vendors.synthesiser({ provider: 'acme' }, options));
    assert.deepEqual({ message, retryable }, { message: 'acme is not registered', retryable: false });
  });

  it('pass on the failure of a vendor as it is', async () => {
    assert.equal(
      (await failure(vendors.transcription({ provider: 'acme' }, options, listener))).message,
      'stt acme: no api_key is stored. Store a valid one under Credentials (POST /auth)',
    );
  });

  it('make a failure of any other error, and keep to themselves what it says', async () => {
    const { message, retryable, cause } = await failure(
      vendors.transcription({ provider: 'deepgram' }, options, listener),
    );
    assert.deepEqual({ message, retryable }, { message: 'deepgram could not be opened', retryable: false });
    assert.match(String(cause), /hunter2/);
  });

  it('say what is wrong with rules that were stored before they were refused', async () => {
    const { languageModel } = registeredVendors(registered, anywhere);
    const { message } = await failure(languageModel({ provider: 'script', rules: [{ when: '(', say: '' }] }));
    assert.equal(message, 'script: rules[0].when must be a regular expression');
  });
});
