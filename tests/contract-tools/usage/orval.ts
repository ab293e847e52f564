import { createAgent, signUp, storeProviderAuth, uploadContacts } from '../generated/orval/api.ts';

/** Signs up and makes an agent, through the functions of orval. Answers the agent's id. */
export async function createsAgent(baseURL: string): Promise<string> {
  const account = { email: 'orval@example.com', password: 'correct horse', organisation_name: 'Three' };
  const { data: session } = await signUp(account, { baseURL });
  const options = { baseURL, headers: { authorization: `Bearer ${session.access_token}` } };
  const { data: stored } = await storeProviderAuth({ provider: 'test_llm', auth: { api_key: 'secret' } }, options);
  const key: unknown = stored.auth['api_key'];
  if (key !== 'secret') throw new Error(JSON.stringify(stored));
  const file = new File(['phone_number\n+14155550101\n'], 'list.csv');
  const { data: list } = await uploadContacts({ file }, options);
  if (list.contact_rows !== 1) throw new Error(JSON.stringify(list));
  const { data: agent } = await createAgent(
    {
      name: 'Receptionist',
      agent_category: 'websocket',
      config: {
        prompts: { greeting_message: 'Hello {{name}}' },
        behaviour: { interruption_min_words: 2, user_silence_hangup_seconds: null },
        language: { primary: 'en' },
        models: {
          stt_config: { provider: 'local' },
          tts_config: { provider: 'local', fallback: null },
          llm_config: { provider: 'test_llm', temperature: 0.5 },
        },
        custom_variables: { name: 'dear guest', rooms: [1, 2] },
      },
    },
    options,
  );
  const temperature: unknown = agent.config.models.llm_config['temperature'];
  const rooms: unknown = agent.config.custom_variables['rooms'];
  const words: number = agent.config.behaviour.interruption_min_words;
  if (temperature !== 0.5 || !Array.isArray(rooms) || words !== 2) throw new Error(JSON.stringify(agent));
  return agent.agent_id;
}
