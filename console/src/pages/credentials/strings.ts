/** Text of the credentials pages. */
export const strings = {
  title: 'Credentials',
  lead: 'Keys for the speech, language model and telephony providers of your agents.',
  onlyAdmins: 'Only admins of the organisation can store and delete credentials.',
  none: 'No credentials stored yet',
  noneWhy: 'The built-in speech and scripted models need no key. For any other provider, add one below.',
  available: 'Available providers',
  filter: 'For',
  everyKind: 'Everything',
  kind: {
    stt: 'Speech recognition (STT)',
    tts: 'Speech synthesis (TTS)',
    llm: 'Language model (LLM)',
    telephony: 'Telephony',
  },
  kinds: (kinds: readonly ('stt' | 'tts' | 'llm' | 'telephony')[]): string =>
    kinds
      .map(
        (kind) =>
          ({ stt: 'Speech recognition', tts: 'Speech synthesis', llm: 'Language model', telephony: 'Telephony' })[kind],
      )
      .join(', '),
  provider: 'Provider',
  hosts: 'Also sent to',
  uses: 'For',
  values: 'Values',
  changed: 'Changed',
  add: (name: string) => `Add credentials for ${name}`,
  manage: (name: string) => `Manage the credentials for ${name}`,
  replace: 'Replace',
  delete: 'Delete',
  deleteTitle: (name: string) => `Delete the credentials for ${name}?`,
  deleteConsequence: 'Agents that use them cannot take calls until you store new ones.',
  deleted: (name: string) => `The credentials for ${name} are deleted.`,
  encrypted: 'Stored values are encrypted. Only their last characters are shown.',
  replaces: 'These values replace the stored ones.',
  store: 'Store',
  stored: (name: string) => `The credentials for ${name} are stored.`,
  another: 'Add another key to rotate',
  further: (label: string, place: number) => `${label} ${place}`,
  whereFound: 'Where to find it',
} as const;
