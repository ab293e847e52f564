import { fieldsOf, sttServer, type RecognisedSpeech } from './stt-server.ts';

const token = (text: string, is_final: boolean, { start, end }: Pick<RecognisedSpeech, 'start' | 'end'>) => ({
  ...{ text, is_final, confidence: 0.9 },
  ...{ start_ms: Math.round(start * 1_000), end_ms: Math.round(end * 1_000) },
});

/**
 * Soniox' `/transcribe-websocket`: a configuration first, then tokens, final ones once and the others anew in every
 * message, `<fin>` behind what was to be final, and `finished` behind everything that was heard up to an empty message.
 */
export const sonioxServer = () =>
  sttServer(() => {
    let isConfigured = false;
    let isStream = true;
    return {
      understand(message, isBinary, answer) {
        if (isBinary) return { audio: message };
        if (message.length === 0) {
          isStream = false;
          return { finish: true };
        }
        const { type, model } = fieldsOf(message);
        if (!isConfigured && typeof model !== 'string') {
          answer({ tokens: [], error_code: 400, error_message: 'Invalid model specified.' });
          return { bye: true };
        }
        isConfigured = true;
        return { finish: type === 'finalize' };
      },
      partial: (speech) => [
        {
          tokens: [token(speech.text, false, speech)],
          final_audio_proc_ms: 0,
          total_audio_proc_ms: speech.end * 1_000,
        },
      ],
      final(speech) {
        const { text, end } = speech;
        const times = { final_audio_proc_ms: end * 1_000, total_audio_proc_ms: end * 1_000 };
        if (!isStream)
          return [
            { tokens: [token(text, true, speech)], ...times },
            { tokens: [], ...times, finished: true },
          ];
        return [
          { tokens: [token(text.slice(0, 5), true, speech), token(text.slice(5), false, speech)], ...times },
          {
            tokens: [token(text.slice(5), true, speech), token('<end>', true, speech), token('<fin>', true, speech)],
            ...times,
          },
        ];
      },
    };
  });
