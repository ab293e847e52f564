/** Text about callbacks. */
export const callbackStrings = {
  title: 'Callbacks',
  lead: 'Calls that were agreed with a person, the soonest first. The campaign of the call makes them, within its rules.',
  number: 'Number',
  time: 'Agreed time',
  status: 'Status',
  statuses: {
    scheduled: 'Scheduled',
    calling: 'Being called',
    retrying: 'To be retried',
    done: 'Done',
    refused: 'Refused',
    canceled: 'Canceled',
  },
  later: {
    dial_cap: 'Waits for a dial cap',
    outside_hours: 'Waits for the hours',
    holiday: 'Waits for a holiday to end',
    in_call: 'Waits for a call to end',
  },
  note: 'Note',
  before: 'Agreed in',
  openCall: 'Open call',
  cancel: 'Cancel',
  confirmCancel: 'Cancel callback',
  cancelTitle: 'Cancel this callback?',
  cancelWhy: (number: string) => `${number} will not be called back.`,
} as const;
