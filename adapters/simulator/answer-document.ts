/** An instruction of an answer document. */
export type Instruction =
  | { readonly verb: 'stream' | 'redirect'; readonly url: string }
  | { readonly verb: 'conference'; readonly name: string }
  | { readonly verb: 'speak'; readonly text: string }
  | KeyInput
  | { readonly verb: 'hangup'; readonly reason: string | null };

/** Words, then a key that the person presses, which is sent to the URL. */
export interface KeyInput {
  readonly verb: 'input';
  readonly text: string;
  readonly url: string;
  /** How long the key is awaited after the words. In milliseconds. */
  readonly waitMs: number;
}

interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: string;
  /** Null for text. */
  readonly children: readonly Element[] | null;
}

const MU_LAW = 'audio/x-mulaw;rate=8000';
const MOST_CHARACTERS = 100_000;

/** Range of `executionTimeout`, in seconds: https://docs.plivo.com/docs/voice/xml/getinput */
const INPUT_SECONDS = [5, 60] as const;

/**
 * Parses Plivo's XML as strictly as Plivo does. Null for malformed documents and unsupported verbs: it supports
 * `Stream` in both directions as mu-law, `Conference` that ends when one leaves, `Speak`, `GetInput` of one key after a
 * `Speak`, `Redirect` and `Hangup`.
 */
export function readAnswer(xml: string): Instruction[] | null {
  if (xml.length > MOST_CHARACTERS) return null;
  const body = /^(?:<\?xml[^>]*\?>\s*)?<Response\s*(?:\/>|>([\s\S]*)<\/Response>)$/.exec(xml.trim());
  if (!body) return null;
  const elements = childrenOf(body[1] ?? '');
  const instructions = elements?.map(instructionOf);
  return instructions?.every((each) => each !== null) ? instructions : null;
}

function childrenOf(inside: string): Element[] | null {
  const pattern =
    /\s*<([A-Za-z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(?:\/>|>([^<]*(?:<Speak[^<>]*>[^<]*<\/Speak>\s*)*)<\/\1>)\s*/gy;
  const elements: Element[] = [];
  let at = 0;
  for (let match = pattern.exec(inside); match; match = pattern.exec(inside)) {
    const [whole, name = '', attributes = '', content = ''] = match;
    const children = content.includes('<') ? childrenOf(content) : null;
    const text = children ? '' : unescaped(content);
    if (text === null) return null;
    elements.push({ name, attributes: attributesIn(attributes), text: text.trim(), children });
    at += whole.length;
  }
  return inside.slice(at).trim() === '' ? elements : null;
}

const attributesIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/\s+([\w:-]+)="([^"]*)"/gy)].map(([, name = '', value = '']) => [name, unescaped(value) ?? '']),
  );

function instructionOf({ name, attributes, text, children }: Element): Instruction | null {
  if (children) return name === 'GetInput' ? inputOf(attributes, children) : null;
  switch (name) {
    case 'Stream':
      return streamOf(attributes, text);
    case 'Conference':
      return conferenceOf(attributes, text);
    case 'Speak':
      return text === '' ? null : { verb: 'speak', text };
    case 'Redirect':
      return URL.canParse(text) ? { verb: 'redirect', url: text } : null;
    case 'Hangup':
      return { verb: 'hangup', reason: attributes.get('reason') ?? null };
    default:
      return null;
  }
}

function streamOf(attributes: Element['attributes'], url: string): Instruction | null {
  const speaks = attributes.get('bidirectional') === 'true' && attributes.get('contentType') === MU_LAW;
  return speaks && /^wss?:\/\/./.test(url) && URL.canParse(url) ? { verb: 'stream', url } : null;
}

function inputOf(attributes: Element['attributes'], [speak, ...more]: readonly Element[]): Instruction | null {
  const [url = '', seconds] = [attributes.get('action'), Number(attributes.get('executionTimeout'))];
  const text = more.length === 0 ? (speak?.text ?? '') : '';
  const isValid = [
    attributes.get('inputType') === 'dtmf' && attributes.get('numDigits') === '1',
    seconds >= INPUT_SECONDS[0] && seconds <= INPUT_SECONDS[1],
    text !== '' && URL.canParse(url),
  ].every(Boolean);
  return isValid ? { verb: 'input', text, url, waitMs: seconds * 1_000 } : null;
}

function conferenceOf(attributes: Element['attributes'], name: string): Instruction | null {
  const isForAll = ['startConferenceOnEnter', 'endConferenceOnExit'].every((each) => attributes.get(each) === 'true');
  return isForAll && name !== '' ? { verb: 'conference', name } : null;
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Decodes entities. Null for a bare ampersand, which is malformed. */
function unescaped(text: string): string | null {
  if (/&(?!(?:amp|lt|gt|quot|apos);)/.test(text)) return null;
  return text.replace(/&(\w+);/g, (_, name: string) => SIGNS.get(name) ?? '');
}
