/** The configuration of an agent that answers by rules, in the local voice, and may end the call. */
export const scriptedConfig = (
  system_prompt: string,
  greeting_message: string,
  answers: { readonly otherwise: string; readonly rules: readonly object[] },
) => ({
  prompts: { system_prompt, greeting_message },
  behaviour: { automatic_call_ending: { enabled: true, graceful_llm_call_ending: true } },
  language: { primary: 'en' },
  models: {
    stt_config: { provider: 'local' },
    tts_config: { provider: 'local' },
    llm_config: { provider: 'script', ...answers },
  },
});
