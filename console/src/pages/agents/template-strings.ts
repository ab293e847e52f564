/** Text of the templates of agents. */
export const templateStrings = {
  title: 'Start from a template',
  why: 'Conversations in stages. They need no key and no internet. Say what stands beside them.',
  names: { appointment: 'Appointment', survey: 'Survey' },
  what: {
    appointment: 'Say: “A haircut on Friday at ten please.” Then: “No, on Saturday please.”',
    survey: 'Say: “Yes”, then a number from one to five.',
  },
} as const;
