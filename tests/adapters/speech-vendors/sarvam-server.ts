import { fieldsOf, fromBase64, sttServer } from './stt-server.ts';
import { ttsServer } from './tts-server.ts';

/** What the realtime interface takes. source: the sarvamai package */
const TRANSCRIPT = {
  model: ['saaras:v3-realtime', 'saaras:v4-realtime', 'saaras:v4'],
  language_code: (
    'auto en-IN hi-IN bn-IN kn-IN ml-IN mr-IN or-IN pa-IN ta-IN te-IN gu-IN as-IN ur-IN ne-IN kok-IN ks-IN sd-IN sa-IN ' +
    'sat-IN mni-IN brx-IN mai-IN doi-IN'
  ).split(' '),
  stream_type: ['fast', 'balanced', 'simulated'],
  endpointing: ['vad', 'manual'],
  encoding: ['linear16', 'linear32', 'mulaw', 'alaw'],
  sample_rate: ['8000', '16000'],
};

/** `/speech-to-text-realtime/ws` whose turns are begun and ended by the client. */
export const saaras = () =>
  sttServer(({ searchParams }) => {
    const wrong = Object.entries(TRANSCRIPT).find(([name, values]) => {
      const value = searchParams.get(name);
      return value === null ? name === 'language_code' : !values.includes(value);
    });
    const refusal = { event: 'error', code: 'invalid_request', is_fatal: true, status_code: 400, message: wrong?.[0] };
    const started = { event: 'session.begin', request_id: 'r', config: Object.fromEntries(searchParams) };
    const language = searchParams.get('language_code') === 'auto' ? 'en-IN' : searchParams.get('language_code');
    return {
      greeting: [wrong ? refusal : started],
      understand(message, _, answer) {
        const { event, audio } = fieldsOf(message);
        if (event === 'ping') answer({ event: 'pong' });
        if (event === 'end') answer({ event: 'session.end', request_id: 'r', total_utterances: 0 });
        if (event === 'audio_input') return { audio: fromBase64(audio) };
        return { finish: event === 'speech_end', bye: event === 'end' };
      },
      partial: ({ text, utterance: utterance_idx }) =>
        text === '' ? [] : [{ event: 'transcript.partial', utterance_idx, text, language }],
      final: ({ text, utterance: utterance_idx, start: start_s, end: end_s }) => [
        { event: 'transcript.final', utterance_idx, text, language, language_confidence: 0.9, start_s, end_s },
      ],
    };
  });

const LANGUAGES = 'bn-IN en-IN gu-IN hi-IN kn-IN ml-IN mr-IN od-IN pa-IN ta-IN te-IN'.split(' ');
const RATES: readonly unknown[] = [8_000, 16_000, 22_050, 24_000];

interface Config {
  readonly language_code: string;
  readonly speaker: string;
  readonly speech_sample_rate: number;
  readonly output_audio_codec: string;
}

const isKnown = ({ language_code, speaker, speech_sample_rate: rate, output_audio_codec: codec }: Config): boolean =>
  LANGUAGES.includes(language_code) && speaker !== '' && RATES.includes(rate) && ['linear16', 'mulaw'].includes(codec);

/** `/text-to-speech/ws`: what was sent in text is spoken when it is flushed, once the connection was configured. */
export const bulbul = () =>
  ttsServer(({ searchParams }) => {
    let config: Config | null = null;
    let text = '';
    const ends = searchParams.get('send_completion_event') === 'true';
    const refusal = { type: 'error', data: { message: 'Invalid config', code: 422, request_id: 'r' } };
    return {
      understand(message, answer) {
        const { type, data } = fieldsOf(message) as { type: string; data: Config & { text: string } };
        if (type === 'config' && isKnown(data)) config = data;
        else if (type === 'config' || (type !== 'ping' && config === null)) answer(refusal);
        if (type === 'text') text += data.text;
        if (type !== 'flush' || config === null) return null;
        const say = { name: '', text };
        text = '';
        return { say };
      },
      format: () => ({
        sampleRate: config?.speech_sample_rate ?? 0,
        isMulaw: config?.output_audio_codec === 'mulaw',
      }),
      chunk: (_, audio) => ({ type: 'audio', data: { content_type: 'audio/x', audio, request_id: 'r' } }),
      end: () => (ends ? { type: 'event', data: { event_type: 'final', message: 'done', timestamp: 'now' } } : null),
    };
  });
