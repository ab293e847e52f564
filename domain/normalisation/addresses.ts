import type { TextLocale } from './locale.ts';
import { sayDigits } from './numbers.ts';
import { ruleFor, type Rule } from './rule.ts';

/** Last parts of the names of servers by which an address without `www.` is known. */
const TOP_LEVEL = 'com|org|net|info|io|dev|app|eu|co|de|fr|es|it|in|br|pt|uk|us|at|ch';
const HOST = String.raw`(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.){1,4}`;

/** E-mail addresses, and those of web pages. */
export function addressRules(locale: TextLocale): Rule[] {
  const say = (text: string): string => sayCharacters(text, locale);
  return [
    ruleFor(
      String.raw`(?<![\p{L}\p{M}\p{N}_.+-])([\p{L}\d_.+-]{1,64})@(${HOST}\p{L}{2,12})(?![\p{L}\p{N}@-])`,
      ([, user = '', host = '']) => `${say(user)} ${locale.at} ${say(host)}`,
    ),
    ruleFor(
      String.raw`(?<![\p{L}\p{M}\p{N}_.@/-])(?:https?://(?:www\.)?|www\.)(${HOST}\p{L}{2,12})(/[\p{L}\d_/-]{0,80})?(?![\p{L}\p{N}@])`,
      ([, host = '', path = '']) => say(host + path.replace(/\/$/u, '')),
      'giu',
    ),
    ruleFor(
      String.raw`(?<![\p{L}\p{M}\p{N}_.@/-])(${HOST}(?:${TOP_LEVEL}))(/[\p{L}\d_/-]{1,80})?(?![\p{L}\p{N}@]|\.\p{L})`,
      ([, host = '', path = '']) => say(host + path.replace(/\/$/u, '')),
    ),
  ];
}

function sayCharacters(text: string, { dot, dash, underscore, slash, plus, speller }: TextLocale): string {
  const names: Readonly<Record<string, string>> = { '.': dot, '-': dash, _: underscore, '/': slash, '+': plus };
  return (text.match(/\d+|[^\d._+/-]+|[._+/-]/gu) ?? [])
    .map((part) => names[part] ?? (/^\d/u.test(part) ? sayDigits(part, speller) : part))
    .join(' ');
}
