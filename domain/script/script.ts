import { filledText } from '../bounded-text.ts';
import { invalid } from '../errors.ts';
import type { ChatMessage } from '../voice/messages.ts';
import { lastCallerMessage, bestExcerpt } from './prompt-inputs.ts';
import { compilePattern, type Pattern } from './pattern.ts';

/** What to say when the caller's words fit; `end` ends the call after it. */
export interface ScriptRule {
  readonly when: string;
  readonly say: string;
  readonly end?: boolean;
}

/** Rules made ready. */
export interface Script {
  readonly rules: readonly { readonly pattern: Pattern; readonly say: string; readonly end: boolean }[];
  readonly otherwise: string;
}

export interface ScriptedReply {
  readonly say: string;
  readonly end: boolean;
}

const RULES_MAX = 100;
/** Bounds what preparing rules costs. In states of all patterns together. */
const SIZE_MAX = 5_000;
/** Bounds what choosing a reply costs, whatever the rules say: 10 to 20 ms. A rule that it is used up before does not apply. */
const STEPS_MAX = 200_000;
/** Of a longer speech only the end is looked at. In characters. */
const WORDS_MAX = 500;

/** Rules ready to be used, or a refusal with `invalid` that names the rule. */
export function compileScript(rules: readonly ScriptRule[], otherwise: string): Script {
  if (rules.length > RULES_MAX) throw invalid(`rules must have at most ${RULES_MAX} items`);
  let statesLeft = SIZE_MAX;
  const ready = rules.map(({ when, say, end }, index) => {
    const pattern = compiled(when, `rules[${index}].when`);
    statesLeft -= pattern.size;
    if (statesLeft < 0) throw invalid('rules must be simpler or fewer');
    return { pattern, say, end: end ?? false };
  });
  return { rules: ready, otherwise };
}

/**
 * The reply of the first rule that fits the caller's last words, else the one for everything. In a reply `$1` stands for
 * the rule's first group, `$&` for all that fitted (for the caller's words when nothing did), and `{{knowledge}}` for the
 * best excerpt the conversation was given. Pauses after each rule, so that others can have their turn.
 */
export function* replyTo(messages: readonly ChatMessage[], script: Script): Generator<void, ScriptedReply> {
  const words = lastCallerMessage(messages).slice(-WORDS_MAX);
  const knowledge = bestExcerpt(messages);
  const budget = { left: STEPS_MAX };
  for (const { pattern, say, end } of script.rules) {
    const found = pattern.match(words, budget);
    if (found) return { say: filled(say, found, knowledge), end };
    yield;
  }
  return { say: filled(script.otherwise, [words], knowledge), end: false };
}

function compiled(source: string, path: string): Pattern {
  try {
    return compilePattern(source);
  } catch (cause) {
    throw invalid(`${path} ${(cause as Error).message}`, { cause });
  }
}

/** As much as a reply may have before it is filled. In characters. */
const REPLY_MAX = 200_000;

/** Fills a reply once: what was filled in is not looked at again. A number without a group is just a price. */
const filled = (say: string, found: readonly (string | undefined)[], knowledge: string): string =>
  filledText(
    say,
    /\$(&|[1-9])|\{\{knowledge\}\}/g,
    ([whole, group]) => {
      if (group === undefined) return knowledge;
      const index = group === '&' ? 0 : Number(group);
      return index < found.length ? (found[index] ?? '') : whole;
    },
    REPLY_MAX,
  )
    .replace(/\s+/g, ' ')
    .trim();
