/** Texts of the speech section. */
export const speechStrings = {
  pronunciations: 'Pronunciation',
  pronunciationsHint:
    'How the voice says names and terms. Only whole words are replaced; transcripts and captions keep the term. A term in lower case matches in any case.',
  noPronunciations: 'No terms yet.',
  term: 'Term',
  sayAs: 'Say as',
  phonemes: 'IPA',
  phonemesHint: 'For voices that take IPA. Optional.',
  addPronunciation: 'Add a term',
  removePronunciation: (term: string) => `Remove ${term}`,
  normalisation: 'Numbers, dates and addresses',
  normalisationHint:
    'Some voices read “$12.50”, “24/11/2026” or an e-mail address badly. The platform can write them out in words; transcripts and captions keep what is written.',
  normalisationMode: 'Write out in words',
  normalisations: {
    auto: 'For voices that need it',
    on: 'For every voice',
    off: 'Never',
  },
  ambientSound: 'Ambient sound',
  ambientSoundHint:
    'A quiet background under the agent’s voice and between its words, so that a silent line does not sound dead. It is not in the recording.',
  ambientSoundName: 'Sound',
  ambientSounds: { '': 'None', room: 'Quiet room', office: 'Room with typing' },
  ambientLevel: 'Level (dB)',
  ambientLevelHint: 'From -70 to -30. The voice is at about -20.',
  learnedWaits: 'Waits learned from calls',
  learnedWaitsHint:
    'The pauses of callers in the latest calls of this agent show which waits would answer into fewer pauses, or sooner. Nothing changes until you use the proposal and save the agent.',
  learn: 'Learn from calls',
  applyWaits: 'Use these waits',
  noProposal: (calls: number) =>
    calls === 0
      ? 'No call of this agent has pauses yet.'
      : `The pauses in ${calls} ${calls === 1 ? 'call' : 'calls'} show no better wait than the present ones.`,
  wordsBefore: 'After words that are',
  currentWait: 'Now',
  proposedWait: 'Proposed',
  learnedFrom: 'Learned from',
  wordsOf: (look: string, language: string) => `${look} (${language})`,
  milliseconds: (ms: number) => `${ms} ms`,
  sample: (pauses: number, ends: number) => `${pauses} pauses within turns, ${ends} ends`,
  effect: (calls: number) => `Effect on ${calls} other ${calls === 1 ? 'call' : 'calls'}`,
  effectOn: 'Measure',
  answersIntoPauses: 'Answers into pauses within turns',
  averageWait: 'Average wait after an end, beyond the endpointing delay',
  share: (part: number, whole: number) => `${part} of ${whole}`,
  waitsApplied: 'The waits are in the section above. They count from the next call on once the agent is saved.',
} as const;
