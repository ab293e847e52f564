import { CALL_ANALYSIS } from '../calls/analysis-answer.ts';
import { invalid } from '../errors.ts';
import type { ChatMessage } from '../voice/conversation-context.ts';
import { hasNothingClose } from '../knowledge/grounding.ts';
import { asks } from '../knowledge/question-words.ts';
import { SWITCH_LANGUAGE } from '../voice/language-switch.ts';
import { CHANGE_STAGE } from '../voice/stage-tools.ts';
import { filled, type ReplyFacts } from './filled-reply.ts';
import { answersAtEnd, bestExcerpt, stageIn, type ToolReply } from './prompt-inputs.ts';
import { compilePattern, type Pattern, type StepBudget } from './pattern.ts';
import { isRecord } from '../unverified-json.ts';

/** Reply to a match. `end` ends the call after it. */
export interface ScriptRule {
  readonly when: string;
  /** Only while the conversation is in this stage. */
  readonly stage?: string;
  readonly say: string;
  readonly end?: boolean;
  /** Calls this tool after the words. */
  readonly call?: ScriptCall;
  /** Said once the tool has answered. Default: the answer. */
  readonly say_answer?: string;
  /** Said once the tool has failed, or when its result is unknown. Default: why. */
  readonly say_failure?: string;
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
  /** Said instead of an excerpt where the caller asks for one and there is none. */
  readonly unknown: string;
}

/** A reply, and the tool call that follows it. `end` is for a reply without a call. */
export interface ScriptedReply {
  readonly say: string;
  readonly end: boolean;
  readonly call?: { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> };
}

export const UNKNOWN = 'I am sorry, I do not know that.';
const RULES_MAX = 100;
/** Limits the cost of compiling rules, in states of all patterns. */
const SIZE_MAX = 5_000;
/** Limits the cost of choosing a reply to 10 to 20 ms. A rule that exhausts it does not match. */
const STEPS_MAX = 200_000;

/** Compiles the rules. Throws `invalid` with the name of the rule. */
export function compileScript(rules: readonly ScriptRule[], otherwise: string, unknown = UNKNOWN): Script {
  if (rules.length > RULES_MAX) throw invalid(`rules must have at most ${RULES_MAX} items`);
  let statesLeft = SIZE_MAX;
  const known = new Map<string, Pattern>();
  const ready = rules.map(({ when, end, ...rule }, index) => {
    const pattern = known.get(when) ?? compiled(when, `rules[${index}].when`);
    known.set(when, pattern);
    statesLeft -= pattern.size;
    if (statesLeft < 0) throw invalid('rules must be simpler or fewer');
    return { ...rule, pattern, end: end ?? false };
  });
  return { rules: ready, otherwise, unknown };
}

/** A rule that matches words of the caller, and its groups. */
interface RuleMatch {
  readonly rule: CompiledRule;
  readonly groups: readonly (string | undefined)[];
}

/**
 * Reply of the first rule that matches the caller's last message, else the default. Placeholders in a reply:
 * - `$1`: the rule's first group. `$&`: the match, or the whole message without a match. `$$`: a dollar sign.
 * - `{{knowledge}}`: the best excerpt, or words that none was found. `{{answer}}`: what the tool answered.
 *
 * The answer of a tool comes first, in the words of the rule that called the tool. If it belongs to an earlier question,
 * the reply to the last one follows. Yields to the event loop after each rule.
 */
export function* replyTo(messages: readonly ChatMessage[], script: Script): Generator<void, ScriptedReply> {
  const budget = { left: STEPS_MAX };
  const { answers, questions, isLastUnanswered } = answersAtEnd(messages);
  const isUnknown = hasNothingClose(messages) && asks(questions[0] ?? '');
  const facts = { knowledge: isUnknown ? script.unknown : bestExcerpt(messages), answer: '' };
  const replies: RuleAnswer[] = [];
  const stage = stageIn(messages);
  // With stages, a turn goes through several tools: of their answers the last one is news.
  for (const answer of answers.filter(({ isLatest }) => isLatest || stage === undefined))
    replies.push(yield* replyToAnswer(answer, questions, script, { budget, facts, stage }));
  const say = replies
    .map((each) => each.say)
    .join(' ')
    .trim();
  const continues = replies.some(({ isLate, changesStage }) => isLate || changesStage);
  if (replies.length > 0 && !(isLastUnanswered && continues)) return { say, end: replies.some(({ end }) => end) };
  const words = questions[0] ?? '';
  const found = yield* firstMatch(words, ofStage(script, messages), budget);
  const reply = found
    ? replyOf(found.rule, (text) => filled(text, found.groups, facts))
    : { say: filled(script.otherwise, [words], facts), end: false };
  return { ...reply, say: `${say} ${reply.say}`.trim() };
}

/** The rules that apply in the present stage. */
function ofStage(script: Script, messages: readonly ChatMessage[]): Script {
  if (!script.rules.some(({ stage }) => stage !== undefined)) return script;
  const now = stageIn(messages);
  return { ...script, rules: script.rules.filter(({ stage = now }) => stage === now) };
}

/** An answer in the words of its rule. */
interface RuleAnswer {
  readonly say: string;
  readonly end: boolean;
  /** It belongs to an earlier question. */
  readonly isLate: boolean;
  /** The caller's words are answered by the rules of the stage to which it led. */
  readonly changesStage: boolean;
}

function* replyToAnswer(
  answer: ToolReply,
  questions: readonly string[],
  script: Script,
  {
    budget,
    facts,
    stage,
  }: { readonly budget: StepBudget; readonly facts: ReplyFacts; readonly stage?: string | undefined },
): Generator<void, RuleAnswer> {
  const caller = yield* callerOf(answer, questions, { ...script, stage }, budget);
  const { rule, groups = [''] } = caller?.found ?? {};
  if (leavesWords(answer, rule)) return { say: '', end: false, isLate: false, changesStage: true };
  return {
    changesStage: false,
    say: filled(answerTemplate(answer, rule, script), groups, { ...facts, answer: answer.content }),
    end: rule?.end === true && !answer.failed,
    isLate: caller !== null && caller.question > 0,
  };
}

/** Whether the caller's words are left to the stage to which they led. */
const leavesWords = ({ tool, failed }: ToolReply, rule: CompiledRule | undefined): boolean =>
  tool === CHANGE_STAGE && !failed && rule?.say_answer === undefined;

/** The first rule that matches. A rule that exhausts the budget does not. */
function* firstMatch(words: string, { rules }: Script, budget: StepBudget): Generator<void, RuleMatch | null> {
  for (const rule of rules) {
    const groups = rule.pattern.match(words, budget);
    if (groups) return { rule, groups };
    yield;
  }
  return null;
}

/** The rule that called the tool, and how many questions followed the question that the rule matched. */
function* callerOf(
  { tool }: ToolReply,
  questions: readonly string[],
  { stage: now, ...script }: Script & { readonly stage: string | undefined },
  budget: StepBudget,
): Generator<void, { readonly found: RuleMatch; readonly question: number } | null> {
  if (!script.rules.some(({ call }) => call?.tool === tool)) return null;
  const here = script.rules.filter(({ stage = now }) => stage === now);
  // The call may have changed the stage.
  const anywhere = script.rules.filter(({ stage, call }) => stage === undefined || call?.tool === tool);
  for (const rules of now === undefined ? [here] : [here, anywhere])
    for (const [question, words] of questions.entries()) {
      const found = yield* firstMatch(words, { ...script, rules }, budget);
      if (found?.rule.call?.tool === tool) return { found, question };
    }
  return null;
}

/** The text of an answer. What the model gets after a switch of the language is not for the caller. */
function answerTemplate({ tool, failed }: ToolReply, rule: CompiledRule | undefined, { otherwise }: Script): string {
  if (failed) return rule?.say_failure ?? '{{answer}}';
  return rule?.say_answer ?? (tool === SWITCH_LANGUAGE ? otherwise : '{{answer}}');
}

function replyOf({ say, end, call }: CompiledRule, fill: (text: string) => string): ScriptedReply {
  if (!call) return { say: fill(say), end };
  return {
    say: fill(say),
    end: false,
    call: { tool: call.tool, arguments: filledArguments(call, fill) },
  };
}

/** Fills the texts of the arguments. Those in objects are filled for the analysis of a call only, and in lists never. */
const filledArguments = ({ tool, arguments: given = {} }: ScriptCall, fill: (text: string) => string) =>
  mappedTexts(given, fill, tool === CALL_ANALYSIS);

const mappedTexts = (
  given: Readonly<Record<string, unknown>>,
  fill: (text: string) => string,
  isDeep: boolean,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (typeof value === 'string') return [name, fill(value)];
      return [name, isDeep && isRecord(value) ? mappedTexts(value, fill, isDeep) : value];
    }),
  );

function compiled(source: string, path: string): Pattern {
  try {
    return compilePattern(source);
  } catch (cause) {
    throw invalid(`${path} ${(cause as Error).message}`, { cause });
  }
}

/** Rejects replies and arguments that use a group which their rule does not have. */
export function requireGroups({ rules, otherwise }: Script): void {
  const faults = rules.flatMap((rule, index) => {
    const { groups } = rule.pattern;
    const texts = [
      ...(['say', 'say_answer', 'say_failure'] as const).map((name) => [name, rule[name]] as const),
      ...argumentTexts(rule.call?.arguments ?? {}, 'call.arguments', rule.call?.tool === CALL_ANALYSIS),
    ];
    return texts.flatMap(([name, text]) => groupFaults(`rules[${index}].${name}`, text, groups));
  });
  const wrong = [...faults, ...groupFaults('otherwise', otherwise, 0)];
  if (wrong.length > 0) throw invalid(wrong);
}

/** The texts of arguments that are filled, by path. */
const argumentTexts = (
  given: Readonly<Record<string, unknown>>,
  parent: string,
  isDeep: boolean,
): (readonly [string, unknown])[] =>
  Object.entries(given).flatMap(([name, value]) =>
    isDeep && isRecord(value)
      ? argumentTexts(value, `${parent}.${name}`, isDeep)
      : [[`${parent}.${name}`, value] as const],
  );

function groupFaults(path: string, text: unknown, groups: number): string[] {
  const numbers = typeof text === 'string' ? [...text.matchAll(/\$(?:\$|([1-9]))/g)].map(([, group]) => group) : [];
  const missing = [...new Set(numbers)].filter((group) => group !== undefined && Number(group) > groups);
  const has = groups === 1 ? '1 group' : `${groups} groups`;
  const of = path === 'otherwise' ? 'there is no rule with groups' : `when has ${has}`;
  return missing.map((group) => `${path} must not use $${group}, because ${of}: write $$${group} for a price`);
}
