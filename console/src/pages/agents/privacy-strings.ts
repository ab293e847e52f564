/** Text of what is kept of calls. */
export const privacyStrings = {
  recording: 'Recording',
  mode: 'Record calls',
  modes: { on: 'Always', consent: 'After the caller agreed', off: 'Never' },
  consentHint:
    'The agent asks before its greeting. Only what sounds after a yes is recorded. A no, no answer and an unclear answer mean no recording; a caller can have it stopped later. Transcripts are kept in each case.',
  question: 'Question',
  questionHint:
    'Empty: the sentence of the agent’s language, such as “May I record this call? Please say yes or no.” Required in languages without one. Placeholders as in the greeting.',
  wait: 'Wait for an answer (seconds)',
  waitHint: 'Empty: 6.',
  redaction: 'Redaction',
  redactionHint:
    'Left out of transcripts, tool calls and analyses before they are stored, and muted in recordings where the speech recognition tells when words were said.',
  leftOut: 'Leave out',
  kinds: {
    card_number: 'Card numbers',
    account_number: 'Account numbers (IBAN)',
    email: 'E-mail addresses',
    phone_number: 'Phone numbers',
  },
  variables: 'Leave out the values of variables',
  noVariables: 'The agent has no variables.',
} as const;
