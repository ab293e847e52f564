import { fieldsOf } from './stt-server.ts';
import { ttsServer } from './tts-server.ts';

const LETTER_MS = 50;
const NO_CONTROLS = { pronunciations_applied: 0, breaks_applied: 0, pronunciation_warnings: 0 };

const metadata = (speech_id: string, text: string) => ({
  speech_id,
  audio_duration_ms: text.length * LETTER_MS,
  input_character_count: text.length,
  billable_character_count: text.length,
  controls_applied: NO_CONTROLS,
});

/**
 * Deepgram's `/v2/speak`: turns that are flushed or interrupted and spoken one after the other, their audio bare, between
 * `SpeechStarted` and `SpeechMetadata`.
 */
export const fluxSpeakingServer = () =>
  ttsServer((url) => {
    const texts: string[] = [];
    let text = '';
    let turn = 0;
    /** How many turns there were before the last interruption. */
    let before = 0;
    const idOf = (ordinal: number): string => `dg_sp_${String(ordinal).padStart(12, '0')}`;
    const model = url.searchParams.get('model') ?? '';
    const sampleRate = Number(url.searchParams.get('sample_rate'));
    const warning = (code: string) => ({ type: 'Warning', code, description: 'nothing to do' });
    return {
      greeting: [{ type: 'Connected', request_id: 'r', model_name: model, model_version: 'v', model_uuids: ['m'] }],
      understand(message, answer) {
        const output = fieldsOf(message);
        switch (output['type']) {
          case 'Speak':
            text += String(output['text']);
            return null;
          case 'Flush':
            if (text === '') {
              answer(warning('NO_ACTIVE_SPEECH'));
              return null;
            }
            answer({ type: 'Flushed', speech_id: idOf(texts.push(text)) });
            text = '';
            return { say: { name: `after-${before}`, text: texts.at(-1) ?? '' } };
          case 'Interrupt': {
            if (turn === 0) answer(warning('NO_AUDIO_GENERATED'));
            const speech = texts[turn - 1] ?? '';
            const received = speech.length * LETTER_MS;
            if (turn > 0)
              answer({ type: 'SpeechInterrupted', audio_played_ms: received, metadata: metadata(idOf(turn), speech) });
            const stop = `after-${before}`;
            before = texts.length;
            return { stop };
          }
          case 'Configure':
            answer({ type: 'ConfigureSuccess', applied: { speed: output['speed'] } });
            return null;
          case 'Close':
            answer({
              type: 'SessionMetadata',
              total_audio_duration_ms: texts.join('').length * LETTER_MS,
              total_input_character_count: texts.join('').length,
              total_billable_character_count: texts.join('').length,
            });
            return null;
          default:
            answer({ type: 'Error', code: 'MESSAGE-0000', description: 'not a message of ours' });
            return null;
        }
      },
      format: () => ({ sampleRate, isMulaw: url.searchParams.get('encoding') === 'mulaw' }),
      chunk(_, base64, { ordinal }) {
        const audio = Buffer.from(base64, 'base64');
        if (before + ordinal === turn) return audio;
        turn = before + ordinal;
        return [{ type: 'SpeechStarted', speech_id: idOf(turn) }, audio];
      },
      end: () => ({ type: 'SpeechMetadata', ...metadata(idOf(turn), texts[turn - 1] ?? '') }),
    };
  });
