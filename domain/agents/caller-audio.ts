import { readChoice, readFields, readObject } from './json-readers.ts';

const SUPPRESSIONS = ['none', 'rnnoise'] as const;
const DETECTORS = ['webrtc', 'rnnoise'] as const;

/** How the caller's audio is processed before it is heard. */
export interface AgentCallerAudio {
  /** What removes noise from the audio that the STT vendor gets. */
  readonly noise_suppression: (typeof SUPPRESSIONS)[number];
  /** What detects voice activity. */
  readonly voice_activity: (typeof DETECTORS)[number];
}

/** Parses caller audio from untyped JSON. Null when absent. */
export function parseCallerAudio(input: unknown): AgentCallerAudio | null {
  const given = readObject(input, 'caller_audio');
  if (!given) return null;
  return readFields(given, 'caller_audio', {
    noise_suppression: () =>
      readChoice(SUPPRESSIONS, given['noise_suppression'], 'caller_audio.noise_suppression') ?? 'none',
    voice_activity: () => readChoice(DETECTORS, given['voice_activity'], 'caller_audio.voice_activity') ?? 'webrtc',
  });
}
