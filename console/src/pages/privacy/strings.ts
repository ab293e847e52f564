/** Text of the privacy page. */
export const strings = {
  title: 'Privacy',
  lead: 'How long this organisation keeps what its calls leave.',
  retention: 'Retention',
  retentionLead:
    'In days from the start of a call. What is older is deleted every hour and cannot be restored. An empty field keeps it without a limit.',
  fields: {
    recordings_days: 'Recordings',
    transcripts_days: 'Transcripts',
    calls_days: 'Calls, with everything that belongs to them',
  },
  bounds: (minimum: number, maximum: number) => `A whole number from ${minimum} to ${maximum}, or nothing.`,
  onlyAdmins: 'Only admins can change this.',
  save: 'Save',
  saved: 'Retention saved.',
};
