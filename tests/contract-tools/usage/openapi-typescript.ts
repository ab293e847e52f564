import createClient from 'openapi-fetch';
import type { paths } from '../generated/openapi-typescript/schema.ts';

/** Signs up and makes an agent, through openapi-fetch with the types of openapi-typescript. Answers the agent's id. */
export async function createsAgent(baseUrl: string): Promise<string> {
  const api = createClient<paths>({ baseUrl });
  const account = { email: 'openapi-typescript@example.com', password: 'correct horse', organisation_name: 'One' };
  const { data: session, error: refusal } = await api.POST('/api/v1/users/signup', { body: account });
  if (!session) throw new Error(JSON.stringify(refusal.detail));
  const headers = { authorization: `Bearer ${session.access_token}` };
  const stored = await api.POST('/api/v1/auth', {
    headers,
    body: { provider: 'test_llm', auth: { api_key: 'secret' } },
  });
  const key: unknown = stored.data?.auth['api_key'];
  if (key !== 'secret') throw new Error(JSON.stringify(stored.error));
  const { data: agent, error } = await api.POST('/api/v1/agents', {
    headers,
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
  if (!agent) throw new Error(JSON.stringify(error.detail));
  const temperature: unknown = agent.config.models.llm_config['temperature'];
  const rooms: unknown = agent.config.custom_variables['rooms'];
  const words: number = agent.config.behaviour.interruption_min_words;
  if (temperature !== 0.5 || !Array.isArray(rooms) || words !== 2) throw new Error(JSON.stringify(agent));
  return agent.agent_id;
}
