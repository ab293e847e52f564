import { speechForm } from '../../domain/voice/speech-form.ts';
import type { SubstitutionFinder } from '../../domain/voice/substitutions.ts';
import type { SpeechSynthesiser } from '../ports/text-to-speech.ts';

/**
 * A synthesiser that speaks some words differently from how they are written. Its word timings count the written text,
 * so that transcript, captions and context keep the written words.
 */
export function pronouncingSynthesiser(voice: SpeechSynthesiser, substitute: SubstitutionFinder): SpeechSynthesiser {
  const { needsNormalisation = false } = voice;
  const formOf = (text: string) => speechForm(text, substitute(text, needsNormalisation), voice.speaksIpa === true);
  return {
    get sampleRate() {
      return voice.sampleRate;
    },
    synthesise(written, signal, { onWordTiming, ...options } = {}) {
      const { text, phonemes, writtenAt } = formOf(written);
      return voice.synthesise(text, signal, {
        ...options,
        ...(phonemes.length > 0 && { phonemes }),
        ...(onWordTiming && {
          onWordTiming: ({ reached, at }) => onWordTiming({ reached: writtenAt(reached), at }),
        }),
      });
    },
    prepare(written, speech) {
      const { text, phonemes } = formOf(written);
      voice.prepare?.(text, speech, phonemes);
    },
    endSpeech: (speech) => voice.endSpeech?.(speech),
    close: () => voice.close(),
  };
}
