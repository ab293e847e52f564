/** An agent with few sentences, all of which the built-in speech can synthesise and recognise. */
export const RESTAURANT_AGENT = {
  name: 'Desk',
  config: {
    prompts: { greeting_message: 'Hello, this is the Blue Door restaurant. How can I help you tonight?' },
    behaviour: { automatic_call_ending: { enabled: true, graceful_llm_call_ending: true } },
    language: { primary: 'en' },
    models: {
      stt_config: { provider: 'local', mode: 'phrases', phrases: ['what are your opening hours', 'thank you goodbye'] },
      tts_config: { provider: 'local', voice: 'slt' },
      llm_config: {
        provider: 'script',
        rules: [
          { when: 'opening hours', say: 'We are open from nine to five.' },
          { when: 'keypad', say: 'Your table is booked.' },
          { when: 'goodbye', say: 'Goodbye.', end: true },
        ],
        otherwise: 'Excuse me?',
      },
    },
  },
} as const;

export const GREETING = 'hello this is the blue door restaurant how can i help you tonight';
export const OPENING_HOURS = 'we are open from nine to five';
export const BOOKED = 'your table is booked';
