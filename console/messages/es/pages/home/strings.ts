import type * as english from '../../../../src/pages/home/strings.ts';
import { formatCount, plural } from '../../../../src/format.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  strings: {
    title: 'Inicio',
    firstSteps: 'Primeros pasos',
    isDone: 'hecho',
    template: 'Empezar con una plantilla',
    steps: {
      agent: { title: 'Crear un agente', why: 'Dele un prompt y una voz, o use el agente de ejemplo.' },
      talk: { title: 'Hablar con él', why: 'Con el micrófono de este equipo.' },
      knowledge: { title: 'Subir documentos', why: 'Archivos y páginas web con los que responde el agente.' },
      number: { title: 'Asignar un número', why: 'El agente contesta en él y llama desde él.' },
      campaign: { title: 'Llamar a una lista de contactos', why: 'Una campaña marca, reintenta e informa.' },
    },
    live: 'Ahora mismo',
    liveNote: 'llamadas en curso',
    attempted: 'Llamadas',
    allTime: 'en total',
    allTimeBut: (silent) =>
      `en total, sin ${formatCount(silent)} ${plural(silent, 'llamada anónima', 'llamadas anónimas')} sin voz`,
    rate: 'Conectadas',
    trend: (points) =>
      `${points > 0 ? '+' : ''}${formatCount(points)} ${plural(Math.abs(points), 'punto', 'puntos')} respecto a la semana anterior`,
    length: 'Duración media',
    ofConnected: 'de las llamadas conectadas',
    latency: 'Latencia de respuesta',
    latencyNote: (calls) => plural(calls, 'en la última llamada', `media de las últimas ${calls} llamadas`),
    perDay: (days) => plural(days, 'Llamadas de hoy', `Llamadas de los últimos ${days} días`),
    since: (count, moment) => `Las ${formatCount(count)} llamadas más recientes, desde ${moment}.`,
    day: 'Día',
    howEnded: 'Cómo terminaron las llamadas',
    noCalls: 'No hubo llamadas en estos días.',
    newest: (count) =>
      plural(count, 'De la llamada más reciente.', `De las ${formatCount(count)} llamadas más recientes.`),
    outcomes: {
      answered: 'Contestada',
      busy: 'Ocupado o rechazada',
      noAnswer: 'Sin respuesta o buzón de voz',
      failed: 'Fallida',
      other: 'Otros',
    },
    notAnswered: 'No contestada',
    busiest: 'Agentes más activos',
    models: 'Modelos más usados',
    latest: 'Últimas llamadas',
  },
  outcomeStrings: {
    title: 'Resultados',
    byAgent: 'Éxito por agente',
    success: { yes: 'Éxito', no: 'Sin éxito', unknown: 'Desconocido' },
    notJudged: 'No se evaluó ninguna llamada: ningún agente tiene un criterio de éxito.',
    counts: (analysed, pending, failed) => `${analysed} analizadas, ${pending} pendientes, ${failed} fallidas.`,
    openFailed: 'Abrir las llamadas sin éxito',
    rate: (percent, analysed) => `${percent} % de ${analysed} analizadas`,
    analysedOnly: (analysed) => `${analysed} analizadas`,
  },
};
