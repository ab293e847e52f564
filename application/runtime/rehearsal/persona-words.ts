import { substitute } from '../../../domain/agents/variables.ts';
import { compileScript, replyTo, type Script } from '../../../domain/script/script.ts';
import type { Steps } from '../../../domain/steps.ts';
import type { Persona, PersonaRule } from '../../../domain/rehearsal/suite.ts';

/** One side's words of a conversation, in order. */
export interface CallExchange {
  readonly speaker: 'agent' | 'caller';
  readonly words: string;
}

/** What a caller knows when they are to say something. */
export interface CallerView {
  /** Both sides in turns: of the agent what was played. */
  readonly exchanges: readonly CallExchange[];
  /** `starts`: the agent says nothing. `interrupts`: the agent is still speaking. */
  readonly moment: 'answers' | 'interrupts' | 'starts';
}

/** What a caller does. Without words and keys: nothing. */
export interface CallerReply {
  readonly words: string;
  readonly presses?: string;
  /** The caller hangs up after it. */
  readonly leaves: boolean;
}

/** Where the words of one caller in one conversation come from. */
export interface PersonaWords {
  reply(view: CallerView): Promise<CallerReply>;
}

export const SILENCE: CallerReply = { words: '', leaves: false };

/** What the agent said since the caller's last words. */
const lastWordsOf = (speaker: CallExchange['speaker'], exchanges: readonly CallExchange[]): string => {
  const last = exchanges.at(-1);
  return last?.speaker === speaker ? last.words : '';
};

interface CompiledRule extends PersonaRule {
  readonly script: Script;
}

/** Stands for no match. No text has it. */
const NO_MATCH = '\u{FFFFE}';
/** Rules of a persona are the same in all conversations. */
const compiled = new WeakMap<Persona, readonly CompiledRule[]>();

function* rulesOf(persona: Persona): Steps<readonly CompiledRule[]> {
  const known = compiled.get(persona);
  if (known) return known;
  // A dollar sign of a fact does not begin a group.
  const facts = Object.entries(persona.facts ?? {}).map(
    ([name, value]) => [name, String(value).replaceAll('$', '$$$$')] as const,
  );
  const fill = (text: string): string => substitute(text, Object.fromEntries(facts));
  const rules: CompiledRule[] = [];
  for (const rule of persona.script ?? []) {
    rules.push({
      ...rule,
      ...(rule.presses !== undefined && { presses: substitute(rule.presses, persona.facts ?? {}) }),
      script: compileScript([{ when: rule.when, say: fill(rule.say ?? '') }], NO_MATCH),
    });
    yield;
  }
  compiled.set(persona, rules);
  return rules;
}

/** A caller by rules: offline, and the same each time. `inSlices` runs work that many rules make long. */
export function scriptedWords(persona: Persona, inSlices: <T>(steps: Steps<T>) => Promise<T>): PersonaWords {
  /** How often each rule may still apply, by its place. */
  const left = (persona.script ?? []).map(({ times = Infinity }) => times);
  function* reply({ exchanges, moment }: CallerView): Steps<CallerReply> {
    if (moment === 'starts') return { words: filledText(persona, persona.opening), leaves: false };
    const agentWords = lastWordsOf('agent', exchanges);
    for (const [place, rule] of (yield* rulesOf(persona)).entries()) {
      const times = left[place] ?? 0;
      const words = times > 0 ? yield* wordsOf(rule, agentWords) : null;
      if (words === null) continue;
      left[place] = times - 1;
      return { words, ...(rule.presses !== undefined && { presses: rule.presses }), leaves: rule.end === true };
    }
    return { words: moment === 'interrupts' ? '' : filledText(persona, persona.otherwise), leaves: false };
  }
  return { reply: (view) => inSlices(reply(view)) };
}

const filledText = ({ facts = {} }: Persona, text = ''): string => substitute(text, facts);

/** What the rule answers these words with. Null: it does not fit them. */
function* wordsOf({ script }: CompiledRule, agentWords: string): Steps<string | null> {
  const { say } = yield* replyTo([{ role: 'user', content: agentWords }], script);
  return say === NO_MATCH ? null : say;
}
