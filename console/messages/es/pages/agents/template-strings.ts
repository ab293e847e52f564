import type * as english from '../../../../src/pages/agents/template-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  templateStrings: {
    title: 'Empezar con una plantilla',
    why: 'Conversaciones por etapas, en inglés. No necesitan clave ni internet. Diga lo que pone al lado.',
    names: { appointment: 'Cita', survey: 'Encuesta' },
    what: {
      appointment: 'Diga: “A haircut on Friday at ten please.” Después: “No, on Saturday please.”',
      survey: 'Diga: “Yes” y después un número del uno al cinco en inglés.',
    },
  },
};
