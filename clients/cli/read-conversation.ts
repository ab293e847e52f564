import { answered, ApiError, type Api, type CallMetricsReport } from '../typescript/index.ts';
import { conversation } from './conversation.ts';

/** What was said in a call, in the words of its transcript. */
export const readTranscript = (api: Api, callId: string): Promise<string> =>
  answered(api.GET('/api/v1/calls/{call_id}/transcript', { params: { path: { call_id: callId } }, parseAs: 'text' }));

/** What was said in a call, for people: with the latencies where there are any. */
export async function readConversation(api: Api, callId: string): Promise<string> {
  const [transcript, metrics] = await Promise.all([readTranscript(api, callId), readMetrics(api, callId)]);
  return conversation(transcript, metrics);
}

const readMetrics = (api: Api, callId: string): Promise<CallMetricsReport | null> =>
  answered(api.GET('/api/v1/calls/{call_id}/metrics', { params: { path: { call_id: callId } } })).catch(
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    },
  );
