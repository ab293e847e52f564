import type * as english from '../../../../src/pages/calls/cost-strings.ts';
import type { Translated } from '../../../translated.ts';
import { texts as shared } from '../../parts/strings.ts';

const UNITS = {
  audio_minute: 'ऑडियो मिनट',
  audio_hour: 'ऑडियो घंटा',
  million_characters: 'दस लाख अक्षर',
  million_input_tokens: 'दस लाख इनपुट टोकन',
  million_cached_input_tokens: 'दस लाख कैश किए गए इनपुट टोकन',
  million_cache_write_tokens: 'दस लाख कैश राइट टोकन',
  million_output_tokens: 'दस लाख आउटपुट टोकन',
  inbound_minute: 'इनबाउंड मिनट',
  outbound_minute: 'आउटबाउंड मिनट',
};
const { stt, tts, llm } = shared.sharedStrings.stages;
const KINDS = { stt, tts, llm, telephony: 'टेलीफ़ोनी' };

export const texts: Translated<typeof english> = {
  costStrings: {
    title: 'लागत',
    what: 'प्रोवाइडर',
    used: 'उपयोग',
    price: 'दर',
    amount: 'राशि',
    usage: (part, kind, vendor) => `${part === 'analysis' ? 'विश्लेषण' : KINDS[kind]} · ${vendor}`,
    quantity: (quantity, isEstimated) => quantity + (isEstimated ? ', अनुमानित' : ''),
    per: (price, unit) => `${price} प्रति ${UNITS[unit]}`,
    source: (source, date) => `${source}, ${date}`,
    notPriced: 'दर नहीं है',
    incomplete: (lines) => `बिना दर वाली ${lines} मदें छोड़कर`,
  },
};
