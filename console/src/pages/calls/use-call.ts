import { answered, api } from '../../api.ts';
import { useQuery, type QueryState } from '../../parts/use-query.ts';
import { isAwaitingArtifacts, isLive, type Call } from './call.ts';

const FOLLOWED_MS = 1_500;

/** A call by its id. It is followed while it is live and until what it leaves behind has arrived. */
export const useCall = (callId: string): QueryState<Call> =>
  useQuery(() => answered(api.GET('/api/v1/calls/{call_id}', { params: { path: { call_id: callId } } })), callId, {
    everyMs: (value) => (value && (isLive(value) || isAwaitingArtifacts(value, new Date())) ? FOLLOWED_MS : null),
  });
