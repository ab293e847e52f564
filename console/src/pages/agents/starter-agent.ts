const RULES = [
  { when: "\\b(?:good ?bye|bye|that is all|that's all)\\b", say: 'Thank you for calling. Goodbye!', end: true },
  { when: '\\b(?:opening hours|open|close)\\b', say: 'We are open from noon to ten in the evening, every day.' },
  { when: '\\btable for (\\w+)', say: 'A table for $1, gladly. What is your name?' },
  { when: '\\b(?:table|book)\\b', say: 'Gladly. A table for how many people?' },
  { when: '^(?:for )?(two|three|four|five|six|seven|eight)\\b', say: 'A table for $1, gladly. What is your name?' },
  { when: '\\bmy name is (\\w+)', say: 'Thank you, $1. Your table is booked. Is there anything else?' },
  { when: '\\bthank(?:s| you)\\b', say: 'You are very welcome. Is there anything else?' },
  { when: '\\b(?:hello|hi|hey)\\b', say: 'Hello! What can I do for you?' },
];

/** The starter agent: its providers need no key, server or internet. */
export const starterAgent = (taken: readonly string[]) => ({
  name: freeName('Receptionist', taken),
  agent_category: 'websocket' as const,
  config: {
    prompts: {
      system_prompt: 'You are the friendly receptionist of a small restaurant. Answer in one or two short sentences.',
      greeting_message: 'Hello, this is the reception. How can I help you?',
    },
    behaviour: { automatic_call_ending: { enabled: true, graceful_llm_call_ending: true } },
    language: { primary: 'en' },
    models: {
      stt_config: { provider: 'local', mode: 'auto' },
      tts_config: { provider: 'local', voice: 'slt' },
      llm_config: {
        provider: 'script',
        rules: RULES,
        otherwise: 'I heard you say: $&. You can ask for our opening hours, or book a table.',
      },
    },
  },
});

/** An agent of the browser, as the API takes it. */
export type NewAgent = ReturnType<typeof starterAgent>;

/** The name, or the name with the first number that makes it one of its own. */
export function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let number = 2; taken.includes(name); number++) name = `${wanted} ${number}`;
  return name;
}
