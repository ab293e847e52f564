/** Text of the way from a call to a suite of rehearsals. */
export const suiteStrings = {
  add: 'Add to a suite',
  lead: 'What the caller said and did becomes a conversation of a suite of rehearsals, in which the same must happen. You can change it before you save it.',
  suite: 'Suite',
  new: 'A new suite',
  go: 'Continue',
} as const;
