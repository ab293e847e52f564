/** Texts of the speech section. */
export const speechStrings = {
  normalisation: 'Numbers, dates and addresses',
  normalisationHint:
    'Some voices read “$12.50”, “24/11/2026” or an e-mail address badly. The platform can write them out in words; transcripts and captions keep what is written.',
  normalisationMode: 'Write out in words',
  normalisations: {
    auto: 'For voices that need it',
    on: 'For every voice',
    off: 'Never',
  },
} as const;
