import type { AgentConfig } from './agent.ts';

/** How the caller's audio is processed, as it stands in the form. */
export type CallerAudio = NonNullable<AgentConfig['caller_audio']>;

const USUAL: CallerAudio = { noise_suppression: 'none', voice_activity: 'webrtc' };

/** The part of a configuration with this change of the section. Without it where all is as usual. */
export function withCallerAudio(
  before: CallerAudio | undefined,
  part: Partial<CallerAudio>,
): Pick<AgentConfig, 'caller_audio'> {
  const after = { ...USUAL, ...before, ...part };
  const isUsual = after.noise_suppression === 'none' && after.voice_activity === 'webrtc';
  // JSON leaves out what is undefined.
  return { caller_audio: isUsual ? undefined : after } as Pick<AgentConfig, 'caller_audio'>;
}
