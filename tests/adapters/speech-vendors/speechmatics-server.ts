import { fieldsOf, sttServer, type RecognisedSpeech } from './stt-server.ts';

/** What a word is in the results of a transcript. */
const word = (content: string, start_time: number, end_time: number) => ({
  type: 'word',
  start_time,
  end_time,
  alternatives: [{ content, confidence: 0.9, language: 'en' }],
});

const transcript = (message: string, text: string, { start, end }: RecognisedSpeech) => ({
  message,
  format: '2.9',
  metadata: { start_time: start, end_time: end, transcript: text },
  results: text.trim() === '' ? [] : [word(text.trim(), start, end)],
});

/** A language that the vendor does not know. */
export const NO_LANGUAGE = 'tlh';

/**
 * Speechmatics' `/v2`: recognition is started first, every piece of audio is acknowledged, `EndOfUtterance` stands behind
 * what was forced, and `EndOfTranscript` behind everything. `startMs` is how long it takes to start.
 */
export const speechmaticsServer = (startMs = 0) =>
  sttServer(() => {
    let pieces = 0;
    let isStream = true;
    return {
      understand(message, isBinary, answer) {
        if (isBinary) {
          answer({ message: 'AudioAdded', seq_no: ++pieces });
          return { audio: message };
        }
        const { message: kind, transcription_config: config } = fieldsOf(message);
        const started = { message: 'RecognitionStarted', id: 'i', orchestrator_version: '2026.11' };
        if (kind === 'StartRecognition' && (config as { language?: unknown }).language === NO_LANGUAGE) {
          answer({ message: 'Error', type: 'invalid_language', reason: 'not a language', seq_no: 0 });
          return { bye: true };
        }
        if (kind === 'StartRecognition') {
          if (startMs === 0) answer(started);
          else setTimeout(() => answer(started), startMs).unref();
        }
        if (kind === 'EndOfStream') isStream = false;
        return { finish: kind === 'ForceEndOfUtterance' || kind === 'EndOfStream' };
      },
      partial: (speech) => [transcript('AddPartialTranscript', speech.text, speech)],
      final(speech) {
        const { text, end } = speech;
        const whole = [
          transcript('AddTranscript', text.slice(0, 4), speech),
          transcript('AddTranscript', text.slice(4), speech),
        ];
        const metadata = { start_time: end, end_time: end };
        return [...whole, isStream ? { message: 'EndOfUtterance', metadata } : { message: 'EndOfTranscript' }];
      },
    };
  });
