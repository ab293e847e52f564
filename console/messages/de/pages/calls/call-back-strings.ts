import type * as english from '../../../../src/pages/calls/call-back-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  callBackStrings: {
    action: 'Zurückrufen',
    title: 'Diese Person zurückrufen',
    day: 'Tag',
    dayHint: 'today, tomorrow, ein Wochentag wie monday oder ein Datum wie 2026-12-24.',
    time: 'Uhrzeit',
    timeHint: 'Ortszeit der Person, etwa 17:00.',
    zone: 'Zeitzone',
    zoneHint: 'Wo die Person ist, etwa America/Chicago. Leer: wie in der Kontaktliste oder nach der Rufnummer.',
    note: 'Notiz',
    noteHint: 'Worum es geht. Der Agent bekommt sie als {{callback_note}}.',
    agreed: (time) => `Geplant für ${time}`,
  },
};
