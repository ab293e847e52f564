import type { ChatMessage } from './conversation-context.ts';

/** What answered, by its first words: a machine that records a message, or an assistant that screens calls. */
export type MachineKind = 'voicemail' | 'screening';

/** Turns of the callee whose words are judged: an assistant that screens calls speaks before the mailbox. */
const TURNS_MAX = 2;
/** Characters that are judged, which limits the cost. */
const WORDS_MAX = 600;

/** The words in lower case, without punctuation. */
const plain = (words: string): readonly string[] =>
  words
    .slice(0, WORDS_MAX)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll("'", '')
    .replaceAll('’', '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .split(' ')
    .filter((word) => word !== '');

/**
 * Sentences of assistants that screen calls, such as those of iOS 26 and of Google: words that follow each other. `a/b` is
 * one of both, `a?` may be missing, and `..` stands for any words.
 */
const SCREENING = [
  'record/state/say/leave/give your name and the/your? reason/purpose',
  'your name and the? reason/purpose for/of your/the? call/calling',
  'see if this person/they/he/she is/are? available',
  'using a screening service',
  'ihren namen und den? grund',
  'votre nom et la/le/lobjet raison/motif/de',
  'su/tu nombre y el/la motivo/razón',
].map(compiled);

/** Sentences of machines that record messages, or that say why none can be left. */
const VOICEMAIL = [
  'leave me/us/him/her/them? a/your detailed/short/brief? voice? message/voicemail .. after/at the tone/beep/signal',
  'after/at the tone/beep/signal .. leave/record me/us? a/your voice? message/name',
  'please record your voice? message',
  'you have/ve? reached the/my? voicemail/mailbox',
  'youve reached .. leave/record me/us? a/your message/name',
  'been forwarded to an? automated? voice/voicemail',
  'person/customer/subscriber/party/number/user that/whom? you/youre are/have/were? calling/trying/dialed/dialled/called to? reach/call? is currently? not/unavailable/busy/switched available/reachable/off?',
  'mailbox/voicemail is full',
  'voicemail/mailbox box? that? has not been set up',
  'cant/cannot come/take/answer/get to? the/your/my phone/call .. leave me/us? a/your message/name',
  'nachricht/mitteilung nach dem signal/ton/piep/signalton/piepton',
  'nach dem signal/ton/piep/signalton/piepton .. nachricht',
  'mit der mailbox/sprachbox',
  'gewählte/angerufene teilnehmer/rufnummer .. nicht erreichbar/verfügbar',
  'un/votre message .. après le bip/signal',
  'après le bip/signal .. message',
  'bien sur la/le messagerie/répondeur/boîte',
  'votre correspondant nest pas disponible/joignable',
  'deje/grabe su/un mensaje .. después/al del/de/oír tono/la/el/señal',
  'después del/de la? tono/señal .. mensaje',
  'buzón de voz',
  'lasci/lasciate/lascia un/il messaggio .. dopo il segnale/bip/tono',
  'segreteria telefonica',
  'deixe a/uma/o/seu sua/seu? mensagem/recado .. após/depois o/do sinal/bip/tom',
  'caixa postal',
  'बीप/टोन के बाद .. संदेश',
  'जिस नंबर/व्यक्ति/ग्राहक .. उपलब्ध नहीं',
].map(compiled);

/** One place of a sentence. Null stands for any words. */
type Place = { readonly words: readonly string[]; readonly isOptional: boolean } | null;

function compiled(sentence: string): readonly Place[] {
  return sentence.split(' ').map((part) => {
    if (part === '..') return null;
    const isOptional = part.endsWith('?');
    return { words: (isOptional ? part.slice(0, -1) : part).split('/'), isOptional };
  });
}

/** Whether the sentence is among the words from this one on. Each sentence has at most one gap. */
function follows(places: readonly Place[], words: readonly string[], from: number): boolean {
  const [place, ...rest] = places;
  if (place === undefined) return true;
  if (place === null) return words.some((_, at) => at >= from && follows(rest, words, at));
  if (place.words.includes(words[from] ?? '') && follows(rest, words, from + 1)) return true;
  return place.isOptional && follows(rest, words, from);
}

const contains = (words: readonly string[], places: readonly Place[]): boolean =>
  words.some((_, from) => follows(places, words, from));

/** Words that only a machine uses, told from the first words of a call. Null for people, and while it is open. */
export function machineIn(words: string): MachineKind | null {
  const all = plain(words);
  if (SCREENING.some((sentence) => contains(all, sentence))) return 'screening';
  return VOICEMAIL.some((sentence) => contains(all, sentence)) ? 'voicemail' : null;
}

/** Whether the last words of the caller in this context are among the first of the call. */
export const isFirstWords = (messages: readonly ChatMessage[]): boolean =>
  messages.filter(({ role }) => role === 'user').length <= TURNS_MAX;
