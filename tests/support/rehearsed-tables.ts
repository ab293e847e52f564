import { testConfig } from './providers.ts';

/** An agent that books tables by a tool, with answers by rules. */
export const tableConfig = (greeting = 'For how many?'): Record<string, unknown> => ({
  ...testConfig(),
  prompts: { system_prompt: 'Book tables.', greeting_message: greeting },
  behaviour: { automatic_call_ending: { enabled: true, graceful_llm_call_ending: true } },
  models: {
    ...{ stt_config: { provider: 'local' }, tts_config: { provider: 'local' } },
    llm_config: {
      ...{ provider: 'script', otherwise: 'Sorry, how many are you?' },
      rules: [
        {
          when: 'for (\\w+)',
          say: '',
          call: { tool: 'book', arguments: { size: '$1' } },
          say_answer: 'Your code is {{answer}}. Anything else?',
        },
        { when: 'bye', say: 'Goodbye.', end: true },
      ],
    },
  },
  tools: [
    {
      ...{ type: 'http', name: 'book', description: 'Books a table.', side_effects: true, timeout_secs: 5 },
      parameters: { type: 'object', properties: { size: { type: 'string' } }, required: ['size'] },
      request: { method: 'POST', url: 'https://tables.example.com/bookings', body: { size: '{{size}}' } },
      response: { format: 'json', path: 'code' },
    },
  ],
});

/** A short suite for an agent with the tool `ping`. */
export const PING_SUITE = `title: Tables
tools: { ping: { answers: [ok] } }
conversations: [{ title: a table, caller: [{ hangs_up: true }], expect: { says: [table] } }]
`;

/** A suite for it, whose caller books a table for four. */
export const TABLE_SUITE = `title: Tables
tools:
  book: { answers: [{ code: T101 }] }
personas:
  ada:
    script:
      - { when: how many, say: a table for four }
      - { when: anything else, say: no thank you bye, end: true }
conversations:
  - title: a table is booked
    persona: ada
    expect:
      calls: [{ tool: book, with: { size: four }, times: 1, outcome: ok }]
      says: ['/T1\\d+/']
  - title: no discount is promised
    persona: ada
    expect: { says: [discount] }
`;
