import { assert } from 'chai';
import { network } from '../../../adapters/lib/network.ts';
import { closeLocalSpeech } from '../../../adapters/providers/local/engines.ts';
import { registered } from '../../../adapters/providers/registered-providers.ts';
import { registeredVendors } from '../../../adapters/providers/vendors.ts';
import { speexResampling } from '../../../adapters/resampler/speex.ts';
import { soundOf, wordsOf } from '../../../adapters/simulator/heard-audio.ts';
import { CalleeSpeech } from '../../../adapters/simulator/callee-speech.ts';

describe('what a simulated callee hears', function () {
  after(() => closeLocalSpeech());

  it('is recognised, sentence by sentence, with the local TTS and STT', async () => {
    const vendors = registeredVendors(registered, network({ allowPrivate: false }));
    const speech = new CalleeSpeech({ vendors, resampling: await speexResampling() });
    const sentences = ['when do you open', 'thank you goodbye'];
    const text = await Promise.all(sentences.map((sentence) => speech.say(sentence)));
    const heard = text.map((frames, turn) => ({
      atMs: turn * 4_000,
      bytes: Buffer.concat(frames.map((frame) => Buffer.from(frame, 'base64'))),
    }));
    const phrases = [...sentences, 'are you a real person', 'we are closed on sunday'];
    assert.equal(await wordsOf(soundOf(heard), vendors, phrases), sentences.join(' '));
  });
});
