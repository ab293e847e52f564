import { fieldsOf, fromBase64, sttServer } from './stt-server.ts';

/** `/v1/speech-to-text/realtime` with commits of the client. Committed words come again with their times where they are wanted. */
export const scribe = (wordTimes = false) =>
  sttServer(() => ({
    greeting: [{ message_type: 'session_started', session_id: 's', config: {} }],
    understand(message) {
      const { audio_base_64, commit } = fieldsOf(message);
      return { audio: fromBase64(audio_base_64), finish: commit === true };
    },
    partial: ({ text }) => (text === '' ? [] : [{ message_type: 'partial_transcript', text }]),
    final: ({ text, start, end }) =>
      text === ''
        ? [{ message_type: 'insufficient_audio_activity', error: 'No speech was detected.' }]
        : [
            { message_type: 'committed_transcript', text },
            ...(wordTimes
              ? [{ message_type: 'committed_transcript_with_timestamps', text, words: timed(text, start, end) }]
              : []),
          ],
  }));

/** Its words and the spaces between them. */
const timed = (text: string, start: number, end: number): object[] =>
  text.split(/( )/).map((piece) => ({ text: piece, start, end, type: piece === ' ' ? 'spacing' : 'word' }));
