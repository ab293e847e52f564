import type { AgentConfig } from './agent.ts';

type SpeechSettings = NonNullable<AgentConfig['speech']>;

/** How a term is pronounced, as it stands in the form. */
export type Pronunciation = SpeechSettings['pronunciations'][number];
/** Whether numbers, dates and addresses are written out for the voice. */
export type Normalisation = NonNullable<SpeechSettings['normalisation']>;
/** The place that the agent seems to speak from. */
export type AmbientSound = NonNullable<SpeechSettings['ambient_sound']>;

/** The part of a configuration with this change. Without anything in it, the agent is stored without the section. */
export const withSpeech = (
  before: SpeechSettings | undefined,
  change: Partial<Omit<SpeechSettings, 'ambient_sound'>> & { readonly ambient_sound?: AmbientSound | null },
) => {
  const after = { pronunciations: [], ...before, ...change };
  const { normalisation = 'auto', pronunciations, ambient_sound } = after;
  const others = { ...(normalisation !== 'auto' && { normalisation }), ...(ambient_sound && { ambient_sound }) };
  const isEmpty = pronunciations.length === 0 && Object.keys(others).length === 0;
  // JSON leaves out what is undefined.
  const speech = isEmpty ? undefined : { pronunciations: [...pronunciations], ...others };
  return { speech } as Pick<AgentConfig, 'speech'>;
};
