import { invalid } from '../../../domain/errors.ts';
import { choice, list } from '../../../domain/providers/fields.ts';
import { sttProvider } from '../define.ts';
import { EVERYDAY_PHRASES } from './phrases.ts';
import { openLocalTranscription } from './transcription.ts';

const PHRASES_MAX = 500;
const ENGLISH = { en: 'en-US', 'en-US': 'en-US' };

/** STT on this machine: no server and no key, English only, less accurate than cloud vendors. */
export const localStt = sttProvider({
  provider: 'local',
  name: 'Local speech recognition',
  provider_type: 'local',
  description:
    'English speech recognition on this machine. For trying out and tests, not for customers: it knows a list of ' +
    'phrases well and everything else roughly.',
  required: [],
  fields: {
    model: choice(['pocketsphinx-en-us'], { default: 'pocketsphinx-en-us' }),
    language: choice(['en', 'en-US'], { default: 'en' }),
    mode: choice(['auto', 'phrases', 'open'], {
      default: 'auto',
      description:
        'phrases understands the listed phrases only, open any English, auto both. A telephone line carries too ' +
        'little sound for open English: there, auto means phrases.',
    }),
    phrases: list({
      default: EVERYDAY_PHRASES,
      description: `What callers may say, at most ${PHRASES_MAX} phrases. English words without digits work best.`,
      items: { type: 'string', minLength: 1, maxLength: 200 },
    }),
  },
  capabilities: { 'pocketsphinx-en-us': { languages: ENGLISH } },
  check({ phrases }) {
    if (phrases.length > PHRASES_MAX) throw invalid(`phrases must have at most ${PHRASES_MAX} items`);
  },
  open: (settings, options, listener) =>
    openLocalTranscription(settings, { ...options, language: settings.language }, listener),
});
