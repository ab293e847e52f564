import type { LanguageModel } from '../ports/language-model.ts';
import type { Transcription } from '../ports/speech-to-text.ts';
import type { SpeechSynthesiser } from '../ports/text-to-speech.ts';
import type { MeteredModel, UsageMeter } from './usage-meter.ts';

/** A model whose tokens are counted: as the vendor reports them, else by an estimate. */
export const meteredModel = (model: LanguageModel, meter: UsageMeter, about: MeteredModel): LanguageModel => ({
  get model() {
    return model.model;
  },
  close: () => model.close(),
  async *generate(request, signal) {
    const generation = meter.generation(about, JSON.stringify(request.messages).length + toolsLength(request.tools));
    let hasOutput = false;
    try {
      for await (const chunk of model.generate(request, signal)) {
        hasOutput = true;
        if (chunk.type === 'text') generation.output(chunk.text.length);
        else if (chunk.type === 'tool_call') generation.output(JSON.stringify(chunk.call).length);
        else if (chunk.usage) generation.used(chunk.usage);
        yield chunk;
      }
    } catch (error) {
      if (!hasOutput && !signal.aborted) generation.discard();
      throw error;
    }
  },
});

const toolsLength = (tools: readonly object[]): number => (tools.length === 0 ? 0 : JSON.stringify(tools).length);

/** A synthesiser whose characters are counted when the vendor is given them. A text that was announced counts once. */
export function meteredSynthesiser(
  voice: SpeechSynthesiser,
  meter: UsageMeter,
  about: MeteredModel,
): SpeechSynthesiser {
  const announced = new WeakMap<object, Set<string>>();
  const count = (text: string): void => meter.characters(about, [...text].length);
  return {
    get sampleRate() {
      return voice.sampleRate;
    },
    ...(voice.speaksIpa !== undefined && { speaksIpa: voice.speaksIpa }),
    ...(voice.needsNormalisation !== undefined && { needsNormalisation: voice.needsNormalisation }),
    synthesise(text, signal, options) {
      const isAnnounced = options?.speech !== undefined && announced.get(options.speech)?.delete(text) === true;
      if (!isAnnounced) count(text);
      return voice.synthesise(text, signal, options);
    },
    ...(voice.prepare && {
      prepare(text, speech, phonemes) {
        const texts = announced.get(speech) ?? new Set();
        announced.set(speech, texts);
        if (!texts.has(text)) count(text);
        texts.add(text);
        voice.prepare?.(text, speech, phonemes);
      },
    }),
    endSpeech: (speech) => voice.endSpeech?.(speech),
    close: () => voice.close(),
  };
}

/** Counts the audio that a transcription sends: what it was given, or what it reports to have sent. */
export function meterTranscription(
  transcription: Transcription,
  meter: UsageMeter,
  about: MeteredModel,
  sampleRate: number,
): Transcription {
  let samples = 0;
  meter.audio(about, () => transcription.sentMs ?? (samples / sampleRate) * 1000);
  return {
    get endpointingMs() {
      return transcription.endpointingMs;
    },
    get interimGapMs() {
      return transcription.interimGapMs;
    },
    get reportsTurns() {
      return transcription.reportsTurns === true;
    },
    get probe() {
      return transcription.probe && (() => transcription.probe?.());
    },
    write(pcm) {
      samples += pcm.length;
      transcription.write(pcm);
    },
    startUtterance: () => transcription.startUtterance(),
    endUtterance: () => transcription.endUtterance(),
    close: () => transcription.close(),
  };
}
