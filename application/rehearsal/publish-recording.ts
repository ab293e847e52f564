import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { WAV_HEAD_BYTES } from '../../domain/audio/wav-head.ts';
import { missing } from '../../domain/errors.ts';
import { requirePlayable } from '../../domain/rehearsal/conversation-recording.ts';
import {
  conversationView,
  rehearsalRecordingKey,
  type ConversationView,
  type RehearsedConversation,
} from '../../domain/rehearsal/rehearsed-conversation.ts';
import type { RehearsalRun } from '../../domain/rehearsal/rehearsal-run.ts';
import type { Clock } from '../ports/clock.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';
import { notPublished, publishedRun, requireKept } from './publish-run.ts';
import type { RemovePorts } from './remove-run.ts';

/** An uploaded recording, which can be read repeatedly. */
export interface UploadedRecording {
  readonly size: number;
  open(): AsyncIterable<Uint8Array>;
}

interface Ports extends RemovePorts {
  readonly quotas: Pick<QuotaKeeper, 'addRecorded' | 'removeBytes' | 'reserve'>;
  readonly clock: Clock;
}

/**
 * Stores the recording of a conversation of a run that is published. The first one counts: after that, and where there is
 * no such conversation, nothing is received. One that does not fit the quota of storage is rejected.
 */
export const publishRehearsalRecording =
  (ports: Ports) =>
  async (
    principal: Principal,
    runId: string,
    id: string,
    receive: () => Promise<UploadedRecording>,
  ): Promise<ConversationView> => {
    const { org_id } = allow(principal, 'rehearsals.write');
    const run = await publishedRun(ports, org_id, runId);
    const find = () => ports.rehearsedConversations.find(org_id, runId, id);
    const conversation = await find();
    if (!conversation) throw missing('Conversation', 'publish it before its recording');
    if (!conversation.has_recording) await store(ports, run, conversation, await receive());
    await requireKept(ports, run);
    return conversationView((await find()) ?? conversation);
  };

/**
 * Stores the bytes, and then that they are there. After a crash in between they lie in the folder of the run: the same request
 * replaces them, and the reservation, which expires, has the storage counted again.
 */
async function store(
  ports: Ports,
  run: RehearsalRun,
  conversation: RehearsedConversation,
  recording: UploadedRecording,
): Promise<void> {
  const { rehearsalRuns, rehearsedConversations, objects, quotas } = ports;
  const { org_id, run_id, conversation_id } = conversation;
  const { size } = recording;
  requirePlayable(await headOf(recording), size);
  const key = rehearsalRecordingKey(conversation);
  const reservation = await quotas.reserve(org_id, { kind: 'recording', id: key, bytes: size });
  try {
    if (!(await rehearsalRuns.markRecorded(run))) throw notPublished();
    await objects.put(key, recording.open(), { size, contentType: 'audio/wav' });
  } catch (error) {
    await reservation.release();
    throw error;
  }
  // Another request may have stored the same recording, which counts once.
  const isFirst = await rehearsedConversations.addRecording(org_id, run_id, conversation_id, size);
  await (isFirst ? reservation.commit() : reservation.release());
}

async function headOf(recording: UploadedRecording): Promise<Uint8Array> {
  const head = new Uint8Array(Math.min(WAV_HEAD_BYTES, recording.size));
  let read = 0;
  for await (const part of recording.open()) {
    head.set(part.subarray(0, head.length - read), read);
    read += Math.min(part.length, head.length - read);
    if (read === head.length) break;
  }
  return head;
}
