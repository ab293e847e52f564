import type * as english from '../../../../src/pages/calls/suite-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  suiteStrings: {
    add: 'Añadir a una suite',
    lead: 'Lo que la persona dijo e hizo pasa a ser una conversación de una suite de ensayos, en la que debe ocurrir lo mismo. Puede cambiarla antes de guardarla.',
    suite: 'Suite',
    new: 'Una suite nueva',
    go: 'Continuar',
  },
};
