import type * as english from '../../../../src/pages/agents/handover-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  handoverStrings: {
    title: 'Traspaso a otro agente',
    hint: 'El modelo puede traspasar la conversación a uno de estos agentes, dentro de la llamada. El otro agente actúa en su versión publicada.',
    none: 'Todavía no hay destinos.',
    add: 'Añadir un agente',
    newTarget: 'Destino nuevo',
    nameHint: 'Letras minúsculas, dígitos y guiones bajos, por ejemplo billing.',
    agent: 'Agente',
    choose: 'Elegir un agente',
    gone: (id) => `${id} (no hay tal agente activo)`,
    description: 'Cuándo traspasar',
    descriptionHint: 'Se lo dice al modelo.',
    say: 'Se dice antes',
    sayHint: 'Si el modelo no dice nada.',
    context: 'Qué sabe el otro agente de la conversación',
    fields: 'Campos',
    fieldsHint:
      'Lo que recibe el otro agente, en su prompt y como {{name}}. Los valores los da el modelo o ya se conocen con ese nombre.',
    mayReturn: 'Puede devolver la llamada',
  },
};
