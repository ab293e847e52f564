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
  /** Calls this tool after the words. */
  readonly call?: ScriptCall;
  /** Said once the tool has answered. Default: the answer. */
  readonly say_answer?: string;
}

/** A tool call. Texts of the arguments are filled like a reply. */
interface ScriptCall {
  readonly tool: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

interface CompiledRule extends Omit<ScriptRule, 'when' | 'end'> {
  readonly pattern: Pattern;
  readonly end: boolean;
}

/** Compiled rules. */
export interface Script {
  readonly rules: readonly CompiledRule[];
  readonly otherwise: string;
}

/** A reply, and the tool call that follows it. `end` is for a reply without a call. */
export interface ScriptedReply {
  readonly say: string;
  readonly end: boolean;
  readonly call?: { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> };
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
  const ready = rules.map(({ when, end, ...rule }, index) => {
    const pattern = compiled(when, `rules[${index}].when`);
    statesLeft -= pattern.size;
    if (statesLeft < 0) throw invalid('rules must be simpler or fewer');
    return { ...rule, pattern, end: end ?? false };
  });
  return { rules: ready, otherwise };
}

/**
 * Reply of the first rule that matches the caller's last message, else the default. In a reply, `$1` is the rule's
 * first group, `$&` the match (the whole message without one), `{{knowledge}}` the best excerpt, and `{{answer}}` what the
 * tool answered. Yields to the event loop after each rule.
 */
export function* replyTo(messages: readonly ChatMessage[], script: Script): Generator<void, ScriptedReply> {
  const words = lastCallerMessage(messages).slice(-WORDS_MAX);
  const last = messages.at(-1);
  const facts = { knowledge: bestExcerpt(messages), answer: last?.role === 'tool' ? last.content : '' };
  const budget = { left: STEPS_MAX };
  for (const rule of script.rules) {
    const found = rule.pattern.match(words, budget);
    if (found) return replyOf(rule, last?.role === 'tool', (text) => filled(text, found, facts));
    yield;
  }
  return { say: last?.role === 'tool' ? last.content : filled(script.otherwise, [words], facts), end: false };
}

/** The rule's reply to the caller, or to the answer of its tool. A late answer belongs to another rule and is said as it is. */
function replyOf(
  { say, end, call, say_answer = '{{answer}}' }: CompiledRule,
  isAnswered: boolean,
  fill: (text: string) => string,
): ScriptedReply {
  if (isAnswered) return { say: fill(call ? say_answer : '{{answer}}'), end: end && call !== undefined };
  if (!call) return { say: fill(say), end };
  return {
    say: fill(say),
    end: false,
    call: { tool: call.tool, arguments: filledArguments(call.arguments ?? {}, fill) },
  };
}

const filledArguments = (given: object, fill: (text: string) => string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? fill(value) : value,
    ]),
  );

function compiled(source: string, path: string): Pattern {
  try {
    return compilePattern(source);
  } catch (cause) {
    throw invalid(`${path} ${(cause as Error).message}`, { cause });
  }
}

/** Maximum length of a filled reply, in UTF-16 units. An unfilled one has the same limit. */
const REPLY_MAX = 200_000;

interface ReplyFacts {
  readonly knowledge: string;
  readonly answer: string;
}

/**
 * Fills a reply once: inserted text is not filled again. `$` with a number that is not a group stays, as in a price.
 */
const filled = (say: string, found: readonly (string | undefined)[], facts: ReplyFacts): string =>
  filledText(
    say,
    /\$(&|[1-9])|\{\{(knowledge|answer)\}\}/g,
    ([whole, group, fact]) => {
      if (group === undefined) return facts[fact as keyof ReplyFacts];
      const index = group === '&' ? 0 : Number(group);
      return index < found.length ? (found[index] ?? '') : whole;
    },
    REPLY_MAX,
  )
    .replace(/\s+/g, ' ')
    .trim();
