import type * as english from '../../../../src/pages/campaigns/callback-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  callbackStrings: {
    title: 'Devoluciones de llamada',
    lead: 'Llamadas acordadas con una persona, primero las más próximas. Las hace la campaña de la llamada, según sus reglas.',
    number: 'Número',
    time: 'Hora acordada',
    status: 'Estado',
    statuses: {
      scheduled: 'Programada',
      calling: 'Llamando',
      retrying: 'Por reintentar',
      done: 'Hecha',
      refused: 'Rechazada',
      canceled: 'Cancelada',
    },
    later: {
      dial_cap: 'Espera por el límite de llamadas',
      outside_hours: 'Espera al horario',
      holiday: 'Espera a que acabe un festivo',
      in_call: 'Espera a que acabe una llamada',
    },
    note: 'Nota',
    before: 'Acordada en',
    openCall: 'Abrir la llamada',
    cancel: 'Cancelar',
    confirmCancel: 'Cancelar la devolución',
    cancelTitle: '¿Cancelar esta devolución de llamada?',
    cancelWhy: (number) => `No se devolverá la llamada a ${number}.`,
  },
};
