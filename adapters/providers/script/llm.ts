import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { LanguageModel, GenerationChunk } from '../../../application/ports/language-model.ts';
import { CALL_ANALYSIS } from '../../../domain/calls/analysis-answer.ts';
import type { JsonObject } from '../../../domain/agents/json-readers.ts';
import { choice, integer, list, text } from '../../../domain/providers/fields.ts';
import {
  compileScript,
  replyTo,
  requireGroups,
  type Script,
  type ScriptedReply,
  type ScriptRule,
  UNKNOWN,
} from '../../../domain/script/script.ts';
import { END_CONVERSATION, type Tool, type ToolCall } from '../../../domain/voice/conversation-context.ts';
import { TimeSlices } from '../../lib/time-slices.ts';
import { llmProvider } from '../define.ts';
import { isRecord } from '../../../domain/unverified-json.ts';

const RECEPTIONIST: readonly ScriptRule[] = [
  { when: "\\b(?:good ?bye|bye|that is all|that's all|hang up)\\b", say: 'Thank you for calling. Goodbye!', end: true },
  { when: '\\bmy name is (\\w+)', say: 'Nice to meet you, $1. What can I do for you?' },
  { when: '\\bthank(?:s| you)\\b', say: 'You are very welcome. Is there anything else?' },
  { when: '^(?:hello|hi|hey|good (?:morning|afternoon|evening))\\W*$', say: 'Hello! How can I help you?' },
];

/** An LLM with fixed rules: no server, no key, deterministic replies. */
export const scriptLlm = llmProvider({
  provider: 'script',
  name: 'Script',
  provider_type: 'local',
  description: 'Answers by fixed rules. For trying out and tests, not for customers.',
  required: [],
  fields: {
    model: choice(['script'], { default: 'script' }),
    rules: list<ScriptRule>({
      default: RECEPTIONIST,
      description:
        'The first rule whose regular expression `when` fits the last words of the caller answers with `say`, ' +
        'and ends the call if `end` is true. In `say`, $1 is the first group and {{knowledge}} the best excerpt. ' +
        '`call` calls a tool after the words; `say_answer` is said when it has answered, and `say_failure` when it has ' +
        'failed, with its {{answer}}. A rule with `stage` applies in this stage only. $$ is a dollar sign. To analyse a call, `when` is matched with its transcript and ' +
        '`call` names the tool call_analysis, whose arguments are the result.',
      items: {
        type: 'object',
        properties: {
          when: { type: 'string' },
          stage: { type: 'string' },
          say: { type: 'string' },
          end: { type: 'boolean' },
          call: {
            type: 'object',
            properties: { tool: { type: 'string' }, arguments: { type: 'object' } },
            required: ['tool'],
            additionalProperties: false,
          },
          say_answer: { type: 'string' },
          say_failure: { type: 'string' },
        },
        required: ['when', 'say'],
        additionalProperties: false,
      },
    }),
    otherwise: text({
      default: 'I heard you say: $&. {{knowledge}}',
      description: 'The answer when no rule fits. $& is what the caller said.',
    }),
    unknown: text({
      default: UNKNOWN,
      description: 'What {{knowledge}} is for a question to which no passage of the documents is close.',
    }),
    delay_ms: integer({
      default: 0,
      minimum: 0,
      maximum: 30_000,
      description: 'Waits this long before the first word.',
    }),
  },
  check({ rules, otherwise }) {
    requireGroups(compileScript(rules, otherwise));
  },
  open: async ({ rules, otherwise, unknown, delay_ms }) =>
    scriptedModel(compileScript(rules, otherwise, unknown), delay_ms),
});

/** Shared by all scripts of this process, because tenants write the rules. */
const turns = new TimeSlices();

type Wait = (ms: number, value: undefined, options: { signal: AbortSignal }) => Promise<unknown>;

/** The model. Tests replace the waits. */
export function scriptedModel(rules: Script, delayMs: number, waiting: Wait = wait, slices = turns): LanguageModel {
  return {
    model: 'script',
    async *generate({ messages, tools, answer }, signal): AsyncGenerator<GenerationChunk> {
      const reply = await slices.run(replyTo(messages, rules), signal);
      if (!reply) return;
      if (delayMs > 0) await waiting(delayMs, undefined, { signal }).catch(ignoreAbort);
      for (const [word] of reply.say.matchAll(/\S+\s*/g)) {
        if (signal.aborted) return;
        yield { type: 'text', text: word };
      }
      const called = signal.aborted ? null : calledBy(reply, answer ? [answer] : tools);
      if (called) yield { type: 'tool_call', call: { id: randomUUID(), ...called } };
    },
    close: () => undefined,
  };
}

/** The call that follows a reply, if its tool is offered. */
function calledBy({ end, call }: ScriptedReply, tools: readonly Tool[]): Omit<ToolCall, 'id'> | null {
  const wanted = call?.tool ?? (end ? END_CONVERSATION.name : null);
  const tool = tools.find(({ name }) => name === wanted);
  return tool ? { name: tool.name, arguments: typed(call?.arguments ?? {}, tool, tool.name === CALL_ANALYSIS) } : null;
}

/** Words of the caller as the types that the tool's schema asks for, in objects within for the analysis of a call only. */
function typed(
  given: Readonly<Record<string, unknown>>,
  { parameters }: Pick<Tool, 'parameters'>,
  isDeep: boolean,
): Record<string, unknown> {
  const properties = (parameters['properties'] ?? {}) as Readonly<Record<string, JsonObject>>;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, typedValue(value, properties[name] ?? {}, isDeep)]),
  );
}

function typedValue(value: unknown, schema: JsonObject, isDeep: boolean): unknown {
  if (isDeep && isRecord(value)) return typed(value, { parameters: schema }, isDeep);
  const isNumber =
    (schema['type'] === 'integer' || schema['type'] === 'number') && typeof value === 'string' && value.trim() !== '';
  return isNumber && Number.isFinite(Number(value)) ? Number(value) : value;
}

function ignoreAbort(error: Error): void {
  if (error.name !== 'AbortError') throw error;
}
