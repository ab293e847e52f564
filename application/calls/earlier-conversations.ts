import { artifactKey } from '../../domain/calls/artifact-urls.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { earlierVariables } from '../../domain/calls/earlier-conversation.ts';
import type { CallAnalysisRepository } from '../ports/call-analyses.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { EarlierConversations } from '../ports/earlier-conversations.ts';
import type { ObjectStore } from '../ports/objects.ts';

interface Ports {
  readonly calls: Pick<CallRepository, 'find'>;
  readonly callAnalyses: Pick<CallAnalysisRepository, 'find'>;
  readonly objects: ObjectStore;
}

/** Most bytes that are read of the end of a transcript. */
const READ_MAX = 32_768;

/** What calls were about, for other areas. */
export const earlierConversations = (ports: Ports): EarlierConversations => ({
  async variablesOf(orgId, callId) {
    const { calls, callAnalyses } = ports;
    const [call, analysis] = await Promise.all([calls.find(orgId, callId), callAnalyses.find(orgId, callId)]);
    return call ? earlierVariables(call, analysis, await linesOf(ports, call)) : {};
  },
});

/** The last lines of the transcript, without its head. Empty without one. */
async function linesOf({ objects }: Ports, call: CallLog): Promise<string> {
  if (call.transcript_url === null) return '';
  const key = artifactKey(call, 'transcript', objects.root);
  const size = await objects.size(key);
  if (size === null || size === 0) return '';
  const object = await objects.open(key, { first: Math.max(0, size - READ_MAX), last: size - 1 });
  if (!object) return '';
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of object.bytes) text += decoder.decode(bytes, { stream: true });
  const head = text.indexOf('---\n');
  return head >= 0 ? text.slice(head + 4) : text;
}
