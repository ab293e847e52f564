import { sharedStrings } from './strings.ts';

const KNOWN: Readonly<Record<string, string>> = sharedStrings.settingNames;
const SHORT: readonly string[] = ['api', 'id', 'sid', 'url'];

/** A setting of a provider in the language of the page, else `api_base_url` as people write it. */
export function settingName(name: string): string {
  if (Object.hasOwn(KNOWN, name)) return KNOWN[name] ?? name;
  const words = name.split('_').map((word) => (SHORT.includes(word) ? word.toUpperCase() : word));
  const [first = '', ...rest] = words;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ');
}
