import type * as english from '../../../../src/pages/agents/speech-strings.ts';
import { formatCount, plural } from '../../../../src/format.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  speechStrings: {
    pronunciations: 'Pronunciación',
    pronunciationsHint:
      'Cómo dice la voz nombres y términos. Solo se sustituyen palabras completas; las transcripciones y los subtítulos conservan el término. Un término en minúsculas vale también en mayúsculas.',
    noPronunciations: 'Todavía no hay términos.',
    term: 'Término',
    sayAs: 'Decir como',
    phonemes: 'AFI',
    phonemesHint: 'Para voces que aceptan AFI. Opcional.',
    addPronunciation: 'Añadir un término',
    removePronunciation: (term) => `Quitar ${term}`,
    normalisation: 'Números, fechas y direcciones',
    normalisationHint:
      'Algunas voces leen mal «12,50 $», «24/11/2026» o un correo electrónico. La plataforma puede escribirlos con palabras; las transcripciones y los subtítulos conservan lo escrito.',
    normalisationMode: 'Escribir con palabras',
    normalisations: {
      auto: 'Para las voces que lo necesitan',
      on: 'Para todas las voces',
      off: 'Nunca',
    },
    ambientSound: 'Sonido ambiente',
    ambientSoundHint:
      'Un fondo suave bajo la voz del agente y entre sus palabras, para que la línea no parezca muerta. No queda en la grabación.',
    ambientSoundName: 'Sonido',
    ambientSounds: { '': 'Ninguno', room: 'Sala tranquila', office: 'Sala con teclados' },
    ambientLevel: 'Nivel (dB)',
    ambientLevelHint: 'De -70 a -30. La voz está en torno a -20.',
    learnedWaits: 'Esperas aprendidas de las llamadas',
    learnedWaitsHint:
      'Las pausas en las últimas llamadas de este agente muestran qué esperas responderían en menos pausas o antes. Nada cambia hasta que use la propuesta y guarde el agente.',
    learn: 'Aprender de las llamadas',
    applyWaits: 'Usar estas esperas',
    noProposal: (calls) =>
      calls === 0
        ? 'Ninguna llamada de este agente tiene pausas todavía.'
        : `Las pausas de ${plural(calls, '1 llamada', `${calls} llamadas`)} no muestran esperas mejores que las actuales.`,
    wordsBefore: 'Tras palabras que son',
    currentWait: 'Ahora',
    proposedWait: 'Propuesta',
    learnedFrom: 'Aprendida de',
    wordsOf: (look, language) => `${look} (${language})`,
    milliseconds: (ms) => `${formatCount(ms)} ms`,
    sample: (pauses, ends) =>
      `${plural(pauses, '1 pausa', `${pauses} pausas`)} dentro de turnos, ${plural(ends, '1 final', `${ends} finales`)}`,
    effect: (calls) => `Efecto en ${plural(calls, 'otra llamada', `otras ${calls} llamadas`)}`,
    effectOn: 'Medida',
    answersIntoPauses: 'Respuestas en pausas dentro de turnos',
    averageWait: 'Espera media tras un final, además del retardo de endpointing',
    share: (part, whole) => `${part} de ${whole}`,
    waitsApplied:
      'Las esperas están en la sección anterior. Valen desde la próxima llamada una vez guardado el agente.',
  },
};
