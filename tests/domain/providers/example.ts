import type { Declaration } from '../../../domain/providers/declaration.ts';
import { choice, integer, secret, text } from '../../../domain/providers/fields.ts';

/** A TTS vendor with two models that differ in languages and voices. */
export const acme: Declaration = {
  kind: 'tts',
  provider: 'acme',
  name: 'Acme Voices',
  provider_type: 'cloud',
  description: 'Voices over a WebSocket.',
  required: ['api_key', 'model'],
  fields: {
    api_key: secret(),
    model: text({ default: 'fast', examples: ['stale'] }),
    language: text({ default: 'en' }),
    voice: text({ default: 'ann', model_options: { fast: ['ann', 'bob'], exact: ['cem'] }, allow_custom_input: true }),
    style: choice(['calm', 'gay']),
    pause_ms: integer({ minimum: 10, maximum: 5000 }),
  },
  capabilities: {
    fast: { languages: { en: 'eng', 'en-US': 'eng' } },
    exact: { languages: { en: 'en-GB', hi: 'hin' }, settings: { hi: { pause_ms: { default: 20 } } } },
  },
};

/** A language model without secrets and without capabilities. */
export const oracle: Declaration = {
  kind: 'llm',
  provider: 'oracle',
  name: 'Oracle',
  provider_type: 'local',
  description: 'Knows.',
  required: [],
  fields: { model: text({ default: 'delphi', examples: ['delphi', 'dodona'] }) },
};
