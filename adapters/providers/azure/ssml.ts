import type { PhonemeSpan } from '../../../domain/voice/speech-form.ts';
import { unseparated, withPhonemes } from '../_speech/phonemes.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Characters that XML does not allow. */
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]|\p{Cs}/gu;

export interface SsmlRequest {
  readonly text: string;
  readonly phonemes?: readonly PhonemeSpan[] | undefined;
  readonly locale: string;
  readonly voice: string;
  readonly rate: number;
  readonly pitch?: string | undefined;
  readonly style?: string | undefined;
}

/** SSML for a text. Only multilingual voices need the language. */
export function ssml({ text, phonemes, locale, voice, rate, pitch, style }: SsmlRequest): string {
  const attributes = [...(rate === 1 ? [] : [`rate="${rate}"`]), ...(pitch ? [`pitch="${escaped(pitch)}"`] : [])];
  const marked = withPhonemes(text, phonemes, phoneme, escaped);
  const prosody = within('prosody', attributes.join(' '), marked);
  const styled = style ? within('mstts:express-as', `style="${escaped(style)}"`, prosody) : prosody;
  const content = voice.includes('Multilingual') ? within('lang', `xml:lang="${locale}"`, styled) : styled;
  const spaces = 'xmlns="http://www.w3.org/2001/10/synthesis" xmlns:mstts="http://www.w3.org/2001/mstts"';
  return `<speak version="1.0" ${spaces} xml:lang="${locale}"><voice name="${escaped(voice)}">${content}</voice></speak>`;
}

const phoneme = (ipa: string, words: string): string =>
  `<phoneme alphabet="ipa" ph="${escaped(unseparated(ipa))}">${escaped(words)}</phoneme>`;

const within = (name: string, attributes: string, content: string): string =>
  attributes === '' ? content : `<${name} ${attributes}>${content}</${name}>`;

const escaped = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
