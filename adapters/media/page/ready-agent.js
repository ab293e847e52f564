/**
 * An agent that can be talked to at once: its ears, voice and answers need no key, no server and no internet.
 * @param {string[]} taken Names that other agents have.
 */
export function readyAgent(taken) {
  let name = 'Front desk';
  for (let number = 2; taken.includes(name); number++) name = `Front desk ${number}`;
  return {
    name,
    agent_category: 'websocket',
    config: {
      prompts: {
        system_prompt: 'You are the friendly front desk of a small restaurant. Answer in one or two short sentences.',
        greeting_message: 'Hello, this is the front desk. How can I help you?',
      },
      behaviour: { automatic_call_ending: { enabled: true, graceful_llm_call_ending: true } },
      language: { primary: 'en' },
      models: {
        stt_config: { provider: 'local', mode: 'auto' },
        tts_config: { provider: 'local', voice: 'slt' },
        llm_config: { provider: 'script' },
      },
    },
  };
}
