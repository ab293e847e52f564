import type { AgentConfig } from './agent.ts';

type SpeechSettings = NonNullable<AgentConfig['speech']>;

/** How a term is pronounced, as it stands in the form. */
export type Pronunciation = SpeechSettings['pronunciations'][number];
/** Whether numbers, dates and addresses are written out for the voice. */
export type Normalisation = NonNullable<SpeechSettings['normalisation']>;

/** The part of a configuration with this change. Without anything in it, the agent is stored without the section. */
export const withSpeech = (before: SpeechSettings | undefined, change: Partial<SpeechSettings>) => {
  const after = { pronunciations: [], ...before, ...change };
  const { normalisation = 'auto', pronunciations } = after;
  // JSON leaves out what is undefined.
  const speech =
    pronunciations.length === 0 && normalisation === 'auto'
      ? undefined
      : { pronunciations: [...pronunciations], ...(normalisation !== 'auto' && { normalisation }) };
  return { speech } as Pick<AgentConfig, 'speech'>;
};
