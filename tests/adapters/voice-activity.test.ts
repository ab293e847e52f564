import { loadedRnnoise } from '../../adapters/lib/rnnoise-streams.ts';
import { speexResampling } from '../../adapters/resampler/speex.ts';
import { fvadVoiceActivity } from '../../adapters/voice-activity/fvad.ts';
import { rnnoiseVoiceActivity } from '../../adapters/voice-activity/rnnoise.ts';
import { closeLocalSpeech } from '../../adapters/providers/local/engines.ts';
import type { VoiceActivity } from '../../application/ports/voice-activity.ts';
import { voiceActivityContract, type ActivitySubject } from '../contracts/voice-activity.contract.ts';
import { bites, keeps } from '../support/contract.ts';
import { synthesised, voiced } from '../support/speech.ts';

const sentence = async (): Promise<Int16Array> => voiced(await synthesised('rms', 'what are your opening hours'));

/** Every second sample: enough for a detector that only looks at the lower band. */
const halved = (pcm: Int16Array): Int16Array => pcm.filter((_, index) => index % 2 === 0);

const wideband = async (activity: VoiceActivity | Promise<VoiceActivity>): Promise<ActivitySubject> => ({
  activity: await activity,
  speech: await sentence(),
  sampleRate: 16_000,
});

const loaded = async () => ({
  fvad: await fvadVoiceActivity(),
  neural: rnnoiseVoiceActivity({ rnnoise: await loadedRnnoise(), resampling: await speexResampling() }),
});

/** Loaded once, as in production: each memory that is loaded has all others of the process swept. */
let detectors: ReturnType<typeof loaded> | null = null;
const detector = async (name: 'fvad' | 'neural'): Promise<VoiceActivity> => (await (detectors ??= loaded()))[name];

const saying = (isSpeech: boolean): VoiceActivity => ({
  open: () => ({ lagMs: 0, isSpeech: () => isSpeech, close: () => undefined }),
});

/** One memory for all streams. */
function confusedActivity(): VoiceActivity {
  let loud = false;
  const isSpeech = (pcm: Int16Array): boolean => {
    const isLoud = pcm.some((sample) => Math.abs(sample) > 1_000);
    const verdict = loud || isLoud;
    loud = isLoud;
    return verdict;
  };
  return { open: () => ({ lagMs: 0, isSpeech, close: () => undefined }) };
}

describe('voice activity: fvad at 16 kHz', () => keeps(voiceActivityContract, () => wideband(detector('fvad'))));
describe('voice activity: fvad at 8 kHz', () =>
  keeps(voiceActivityContract, async () => ({
    activity: await detector('fvad'),
    speech: halved(await sentence()),
    sampleRate: 8_000,
  })));
describe('voice activity: RNNoise at 16 kHz', () => keeps(voiceActivityContract, () => wideband(detector('neural'))));
describe('voice activity: RNNoise at 8 kHz', () =>
  keeps(voiceActivityContract, async () => ({
    activity: await detector('neural'),
    speech: halved(await sentence()),
    sampleRate: 8_000,
  })));
describe('voice activity: the contract', () =>
  bites(
    voiceActivityContract,
    () => wideband(saying(false)),
    () => wideband(saying(true)),
    () => wideband(confusedActivity()),
  ));
after(() => {
  detectors = null;
  return closeLocalSpeech();
});
