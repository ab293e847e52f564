import { bookingTool } from './bookings.ts';

/** What the demo's caller asks, in order. The last line ends the call. */
export const QUESTIONS = [
  'what are your opening hours',
  'where can i park',
  'i want to book a table for two',
  'goodbye',
] as const;

const BOOKING = 'book a table for (\\w+)';

/** The agent of the demo: everything it hears, says and thinks with runs on this machine. */
export const RECEPTIONIST = {
  name: 'Receptionist',
  agent_category: 'websocket',
  config: {
    prompts: {
      system_prompt: 'You are the receptionist of a small restaurant. Be brief and friendly.',
      greeting_message: 'Hello, this is the Blue Door restaurant. How can I help you?',
    },
    behaviour: { automatic_call_ending: { enabled: true, graceful_llm_call_ending: true } },
    language: { primary: 'en' },
    models: {
      stt_config: { provider: 'local', mode: 'phrases' },
      tts_config: { provider: 'local', voice: 'slt' },
      llm_config: {
        provider: 'script',
        rules: [
          { when: 'opening hours|open', say: 'We are open from nine in the morning to five in the afternoon.' },
          { when: BOOKING, say: 'Your table for $1 is booked. See you tonight.' },
          { when: 'goodbye|bye', say: 'Thank you for calling. Goodbye.', end: true },
        ],
        otherwise: 'I am sorry, I can only tell you our opening hours or book a table.',
      },
    },
  },
} as const;

/** Books a table with a tool. */
const BOOKING_RULE = {
  when: BOOKING,
  say: '',
  call: { tool: 'book_table', arguments: { guests: '$1' } },
  say_answer: 'Your table is booked. The code is {{answer}}.',
};

/**
 * The receptionist with the guide as its knowledge: questions without a rule are answered from it. It books tables at this
 * address, if there is one.
 */
export function groundedReceptionist(documentId: string, bookingsUrl: string | null): object {
  const { config } = RECEPTIONIST;
  const { stt_config, llm_config } = config.models;
  const rules = llm_config.rules.map((rule) => (bookingsUrl !== null && rule.when === BOOKING ? BOOKING_RULE : rule));
  const models = {
    ...config.models,
    stt_config: { ...stt_config, phrases: QUESTIONS },
    llm_config: { ...llm_config, rules, otherwise: '{{knowledge}}' },
  };
  const knowledge = { enabled: true, mode: 'context', document_ids: [documentId], top_k: 1 };
  const tools = bookingsUrl === null ? [] : [bookingTool(bookingsUrl)];
  return { ...RECEPTIONIST, config: { ...config, models, knowledge_base: knowledge, tools } };
}

/** The receptionist at the telephone of the simulated carrier. */
export const TELEPHONIST = {
  ...RECEPTIONIST,
  name: 'Telephonist',
  agent_category: 'telephony',
  telephony_provider: 'simulator',
} as const;

/** Who is called by the demo's campaign. The simulator decides by the last digit what becomes of a call. */
export const CONTACTS = ['Ann', 'Ben', 'Cem', 'Dora', 'Emil', 'Fay', 'Gus', 'Hana', 'Ivo', 'Jo'].map((name, place) => ({
  name,
  phone_number: `+1415555010${place}`,
}));
