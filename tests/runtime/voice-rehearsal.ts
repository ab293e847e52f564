/** An agent that tells its opening hours, with local speech synthesis and recognition. */
export const VOICE_AGENT = {
  name: 'Receptionist',
  agent_category: 'websocket',
  config: {
    prompts: { greeting_message: 'Hello, how can I help you?' },
    behaviour: { automatic_call_ending: { enabled: true, graceful_llm_call_ending: true } },
    language: { primary: 'en' },
    models: {
      stt_config: { provider: 'local', mode: 'phrases', phrases: ['what are your opening hours', 'goodbye'] },
      tts_config: { provider: 'local', voice: 'slt' },
      llm_config: {
        provider: 'script',
        rules: [
          { when: 'opening hours', say: 'We are open from nine to five.' },
          { when: 'goodbye', say: 'Goodbye.', end: true },
        ],
      },
    },
  },
};

/** A suite for it, whose caller asks for them. */
export const VOICE_SUITE = {
  title: 'Opening hours',
  personas: {
    ada: {
      speech: { noise_db: 30 },
      script: [
        { when: 'help you', say: 'what are your opening hours' },
        { when: 'nine to five', say: 'goodbye' },
      ],
      otherwise: 'what are your opening hours',
    },
  },
  conversations: [
    { title: 'a caller asks', persona: 'ada', expect: { says: ['nine to five'], ended: 'agent_ended', most_turns: 6 } },
  ],
};

/** Its configuration with other words for the same hours. */
export function withOtherHours(): object {
  const { config } = VOICE_AGENT;
  const [hours, goodbye] = config.models.llm_config.rules;
  const model = { provider: 'script', rules: [{ ...hours, say: 'Nine to five, every day.' }, goodbye] };
  return { ...config, models: { ...config.models, llm_config: model } };
}
