/** Text of the dialog that schedules a callback. */
export const callBackStrings = {
  action: 'Call back',
  title: 'Call this person back',
  day: 'Day',
  dayHint: 'today, tomorrow, a weekday such as monday, or a day such as 2026-12-24.',
  time: 'Time',
  timeHint: 'Local time of the person, such as 17:00.',
  zone: 'Time zone',
  zoneHint: 'Where the person is, such as America/Chicago. Empty: as the contact list or the number says.',
  note: 'Note',
  noteHint: 'What to talk about. The agent gets it as {{callback_note}}.',
  agreed: (time: string) => `Scheduled for ${time}`,
} as const;
