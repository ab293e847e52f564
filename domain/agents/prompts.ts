import { invalid } from '../errors.ts';
import { readAll, readObject, readText, required } from './json-readers.ts';

/** System prompt and greeting of an agent. */
export interface AgentPrompts {
  readonly system_prompt: string;
  readonly greeting_message: string;
}

/** Parses prompts from untyped JSON. The greeting is trimmed and required. */
export function parsePrompts(input: unknown): AgentPrompts {
  const prompts = required(readObject(input, 'prompts'), 'prompts');
  return readAll({
    system_prompt: () => readText(prompts['system_prompt'], 'prompts.system_prompt') ?? '',
    greeting_message: () => greetingOf(prompts['greeting_message']),
  });
}

function greetingOf(input: unknown): string {
  const greeting = readText(input, 'prompts.greeting_message')?.trim() ?? '';
  if (greeting === '') throw invalid('prompts.greeting_message is required');
  return greeting;
}
