import type * as english from '../../../../src/pages/agents/privacy-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  privacyStrings: {
    recording: 'Grabación',
    mode: 'Grabar llamadas',
    modes: { on: 'Siempre', consent: 'Si la persona acepta', off: 'Nunca' },
    consentHint:
      'El agente pregunta antes del saludo. Solo se graba lo que suena tras un sí. Un no, el silencio o una respuesta poco clara significan que no se graba; la persona puede pedir después que se detenga. Las transcripciones se conservan en todos los casos.',
    question: 'Pregunta',
    questionHint:
      'Vacío: la frase del idioma del agente, como «¿Puedo grabar esta llamada? Diga sí o no, por favor». Obligatoria en los idiomas sin esa frase. Marcadores como en el saludo.',
    wait: 'Espera de la respuesta (segundos)',
    waitHint: 'Vacío: 6.',
    redaction: 'Ocultación de datos',
    redactionHint:
      'Se quitan de transcripciones, llamadas a herramientas y análisis antes de guardarlos, y se silencian en las grabaciones si el reconocimiento de voz indica cuándo se dijeron.',
    leftOut: 'Quitar',
    kinds: {
      card_number: 'Números de tarjeta',
      account_number: 'Números de cuenta (IBAN)',
      email: 'Correos electrónicos',
      phone_number: 'Números de teléfono',
    },
    variables: 'Quitar los valores de variables',
    noVariables: 'El agente no tiene variables.',
  },
};
