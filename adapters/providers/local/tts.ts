import { choice, number } from '../../../domain/providers/fields.ts';
import { ttsProvider } from '../define.ts';
import { openLocalSynthesiser } from './synthesiser.ts';

const VOICES = ['kal16', 'slt', 'rms', 'awb'] as const;
const SPEED = { default: 1, minimum: 0.5, maximum: 2 } as const;
const SETTINGS = { voice: { default: 'slt', options: VOICES }, speed: SPEED };

/** TTS on this machine: no server and no key, English only, a synthetic voice. */
export const localTts = ttsProvider({
  provider: 'local',
  name: 'Local voice',
  provider_type: 'local',
  description: 'English speech made on this machine. For trying out and tests, not for customers.',
  required: [],
  fields: {
    model: choice(['flite'], { default: 'flite' }),
    language: choice(['en', 'en-US'], { default: 'en' }),
    voice: choice(VOICES, {
      default: 'slt',
      description: 'slt is a woman; kal16, rms and awb are men. kal16 starts soonest.',
    }),
    speed: number({ ...SPEED, description: 'How fast it speaks: 2 is twice as fast.' }),
  },
  capabilities: {
    flite: { languages: { en: 'en-US', 'en-US': 'en-US' }, settings: { en: SETTINGS, 'en-US': SETTINGS } },
  },
  open: (settings, options) => openLocalSynthesiser(settings, options),
});
