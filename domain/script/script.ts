import { filledText } from '../bounded-text.ts';
import { invalid } from '../errors.ts';
import type { ChatMessage } from '../voice/conversation-context.ts';
import { lastCallerMessage, bestExcerpt } from './prompt-inputs.ts';
import { compilePattern, type Pattern } from './pattern.ts';

/** Reply to a match. `end` ends the call after it. */
export interface ScriptRule {
  readonly when: string;
  readonly say: string;
  readonly end?: boolean;
}

/** Compiled rules. */
export interface Script {
  readonly rules: readonly { readonly pattern: Pattern; readonly say: string; readonly end: boolean }[];
  readonly otherwise: string;
}

export interface ScriptedReply {
  readonly say: string;
  readonly end: boolean;
}

const RULES_MAX = 100;
/** Limits the cost of compiling rules, in states of all patterns. */
const SIZE_MAX = 5_000;
/** Limits the cost of choosing a reply to 10 to 20 ms. A rule that exhausts it does not match. */
const STEPS_MAX = 200_000;
/** Longest end of a message that is matched, in characters. */
const WORDS_MAX = 500;

/** Compiles the rules. Throws `invalid` with the name of the rule. */
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
 * Reply of the first rule that matches the caller's last message, else the default. In a reply, `$1` is the rule's
 * first group, `$&` the match (the whole message without one), and `{{knowledge}}` the best excerpt. Yields to the
 * event loop after each rule.
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

/** Maximum length of a filled reply, in UTF-16 units. An unfilled one has the same limit. */
const REPLY_MAX = 200_000;

/**
 * Fills a reply once: inserted text is not filled again. `$` with a number that is not a group stays, as in a price.
 */
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
