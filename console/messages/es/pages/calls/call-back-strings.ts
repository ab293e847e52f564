import type * as english from '../../../../src/pages/calls/call-back-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  callBackStrings: {
    action: 'Devolver la llamada',
    title: 'Devolver la llamada a esta persona',
    day: 'Día',
    dayHint: 'today, tomorrow, un día de la semana como monday o una fecha como 2026-12-24.',
    time: 'Hora',
    timeHint: 'Hora local de la persona, por ejemplo 17:00.',
    zone: 'Zona horaria',
    zoneHint: 'Donde está la persona, por ejemplo America/Chicago. Vacío: la de la lista de contactos o la del número.',
    note: 'Nota',
    noteHint: 'De qué hablar. El agente la recibe como {{callback_note}}.',
    agreed: (time) => `Programada para ${time}`,
  },
};
