import { createAgent, signUp, storeProviderAuth, uploadContacts } from '../generated/hey-api/index.ts';
import { client } from '../generated/hey-api/client.gen.ts';

/** Signs up and makes an agent, through the SDK of @hey-api/openapi-ts. Answers the agent's id. */
export async function createsAgent(baseUrl: string): Promise<string> {
  client.setConfig({ baseUrl });
  const account = { email: 'hey-api@example.com', password: 'correct horse', organisation_name: 'Two' };
  const { data: session, error: refusal } = await signUp({ body: account });
  if (!session) throw new Error(JSON.stringify(refusal));
  client.setConfig({ auth: session.access_token });
  const stored = await storeProviderAuth({ body: { provider: 'test_llm', auth: { api_key: 'secret' } } });
  const key: unknown = stored.data?.auth['api_key'];
  if (key !== 'secret') throw new Error(JSON.stringify(stored.error));
  const file = new File(['phone_number\n+14155550101\n'], 'list.csv');
  const list = await uploadContacts({ body: { file } });
  if (list.data?.contact_rows !== 1) throw new Error(JSON.stringify(list.error));
  const { data: agent, error } = await createAgent({
    body: {
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
  });
  if (!agent) throw new Error(JSON.stringify(error));
  const temperature: unknown = agent.config.models.llm_config['temperature'];
  const rooms: unknown = agent.config.custom_variables['rooms'];
  const words: number = agent.config.behaviour.interruption_min_words;
  if (temperature !== 0.5 || !Array.isArray(rooms) || words !== 2) throw new Error(JSON.stringify(agent));
  return agent.agent_id;
}
