/** Text of the privacy page. */
export const strings = {
  title: 'Privacy',
  lead: 'How long this organisation keeps what its calls leave, and how it is erased.',
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
  erasures: {
    title: 'Erasure',
    lead: 'Erases everything about a phone number: calls with recordings and transcripts, contacts, rows of contact lists, and events. It cannot be restored. An entry of the suppression list stays, so that the number is not called again.',
    number: 'Phone number',
    numberHint: 'With its country code, for example +14155550100.',
    eraseNumber: 'Erase the number',
    confirmNumber: (number: string) =>
      `Everything stored about ${number} is erased. It cannot be restored. Calls in progress are erased when they have ended.`,
    eraseOrganisation: 'Erase all data',
    organisationLead:
      'Erases all data of this organisation: agents, calls, campaigns, contact lists, documents, credentials, API keys and settings. Members and the audit trail stay.',
    confirmOrganisation:
      'All data of this organisation is erased and cannot be restored. Enter the id of the organisation to confirm:',
    organisationId: 'Organisation id',
    requested: 'The erasure has begun.',
    caption: 'Erasures of this organisation',
    of: 'Of',
    organisation: 'All data',
    state: 'State',
    pending: 'In progress',
    done: 'Done',
    waiting: (count: number) => `Waits for ${count} in use`,
    erased: 'Erased',
    counts: {
      calls: 'calls',
      contacts: 'contacts',
      contact_lists: 'contact lists',
      campaigns: 'campaigns',
      documents: 'documents',
      records: 'other records',
    },
    nothing: 'nothing',
    at: 'Requested',
    cancel: 'Cancel',
  },
};
