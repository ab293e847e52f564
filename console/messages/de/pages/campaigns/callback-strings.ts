import type * as english from '../../../../src/pages/campaigns/callback-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  callbackStrings: {
    title: 'Rückrufe',
    lead: 'Mit einer Person vereinbarte Anrufe, der nächste zuerst. Die Kampagne des Anrufs führt sie aus, nach ihren Regeln.',
    number: 'Rufnummer',
    time: 'Vereinbarte Zeit',
    status: 'Status',
    statuses: {
      scheduled: 'Geplant',
      calling: 'Wird angerufen',
      retrying: 'Wird wiederholt',
      done: 'Erledigt',
      refused: 'Abgelehnt',
      canceled: 'Abgesagt',
    },
    later: {
      dial_cap: 'Wartet wegen der Anrufgrenze',
      outside_hours: 'Wartet auf die Anrufzeiten',
      holiday: 'Wartet auf das Ende eines Feiertags',
      in_call: 'Wartet auf das Ende eines Anrufs',
    },
    note: 'Notiz',
    before: 'Vereinbart in',
    openCall: 'Anruf öffnen',
    cancel: 'Absagen',
    confirmCancel: 'Rückruf absagen',
    cancelTitle: 'Diesen Rückruf absagen?',
    cancelWhy: (number) => `${number} wird nicht zurückgerufen.`,
  },
};
