import type * as english from '../../../../src/pages/calls/cost-strings.ts';
import { plural } from '../../../../src/format.ts';
import type { Translated } from '../../../translated.ts';
import { texts as shared } from '../../parts/strings.ts';

const UNITS = {
  audio_minute: 'minuto de audio',
  audio_hour: 'hora de audio',
  million_characters: 'millón de caracteres',
  million_input_tokens: 'millón de tokens de entrada',
  million_cached_input_tokens: 'millón de tokens de entrada en caché',
  million_cache_write_tokens: 'millón de tokens de escritura en caché',
  million_output_tokens: 'millón de tokens de salida',
  inbound_minute: 'minuto entrante',
  outbound_minute: 'minuto saliente',
};
const { stt, tts, llm } = shared.sharedStrings.stages;
const KINDS = { stt, tts, llm, telephony: 'Telefonía' };

export const texts: Translated<typeof english> = {
  costStrings: {
    title: 'Costo',
    what: 'Proveedor',
    used: 'Uso',
    price: 'Precio',
    amount: 'Importe',
    usage: (part, kind, vendor) => `${part === 'analysis' ? 'Análisis' : KINDS[kind]} · ${vendor}`,
    quantity: (quantity, isEstimated) => quantity + (isEstimated ? ', estimado' : ''),
    per: (price, unit) => `${price} por ${UNITS[unit]}`,
    source: (source, date) => `${source}, ${date}`,
    notPriced: 'Sin precio',
    incomplete: (lines) =>
      plural(lines, 'sin una línea que no tiene precio', `sin ${lines} líneas que no tienen precio`),
  },
};
