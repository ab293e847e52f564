import type * as english from '../../../../src/pages/calls/cost-strings.ts';
import { plural } from '../../../../src/format.ts';
import type { Translated } from '../../../translated.ts';
import { texts as shared } from '../../parts/strings.ts';

const UNITS = {
  audio_minute: 'Audiominute',
  audio_hour: 'Audiostunde',
  million_characters: 'Million Zeichen',
  million_input_tokens: 'Million Eingabe-Token',
  million_cached_input_tokens: 'Million gecachte Eingabe-Token',
  million_cache_write_tokens: 'Million Cache-Schreib-Token',
  million_output_tokens: 'Million Ausgabe-Token',
  inbound_minute: 'eingehende Minute',
  outbound_minute: 'ausgehende Minute',
};
const { stt, tts, llm } = shared.sharedStrings.stages;
const KINDS = { stt, tts, llm, telephony: 'Telefonie' };

export const texts: Translated<typeof english> = {
  costStrings: {
    title: 'Kosten',
    what: 'Anbieter',
    used: 'Verbrauch',
    price: 'Preis',
    amount: 'Betrag',
    usage: (part, kind, vendor) => `${part === 'analysis' ? 'Analyse' : KINDS[kind]} · ${vendor}`,
    quantity: (quantity, isEstimated) => quantity + (isEstimated ? ', geschätzt' : ''),
    per: (price, unit) => `${price} je ${UNITS[unit]}`,
    source: (source, date) => `${source}, ${date}`,
    notPriced: 'Ohne Preis',
    incomplete: (lines) =>
      plural(lines, 'ohne eine Position, die keinen Preis hat', `ohne ${lines} Positionen, die keinen Preis haben`),
  },
};
