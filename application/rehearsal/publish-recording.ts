import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { WAV_HEAD_BYTES } from '../../domain/audio/wav-head.ts';
import { busy, missing } from '../../domain/errors.ts';
import { requirePlayable } from '../../domain/rehearsal/conversation-recording.ts';
import {
  conversationView,
  rehearsalRecordingKey,
  type ConversationView,
  type RehearsedConversation,
} from '../../domain/rehearsal/rehearsed-conversation.ts';
import type { RehearsalRun } from '../../domain/rehearsal/rehearsal-run.ts';
import type { Clock } from '../ports/clock.ts';
import { KeyedQueue } from '../keyed-queue.ts';
import type { QuotaKeeper, QuotaReservation } from '../ports/quotas.ts';
import { notPublished, publishedRun, requireKept } from './publish-run.ts';
import { removeRun, type RemovePorts } from './remove-run.ts';

/** An uploaded recording, which can be read repeatedly. */
export interface UploadedRecording {
  readonly size: number;
  open(): AsyncIterable<Uint8Array>;
}

interface Ports extends RemovePorts {
  readonly quotas: Pick<QuotaKeeper, 'addRecorded' | 'removeBytes' | 'reserve'>;
  readonly clock: Clock;
}

/** A recording before it is received. */
export interface ComingRecording {
  /** Its length in bytes. Null: unknown. */
  readonly announced: number | null;
  readonly receive: () => Promise<UploadedRecording>;
}

/** Recordings that are received at once for an organisation in this process, with the bytes that wait on the disk. */
const RECEIVED_AT_ONCE = 8;

/**
 * Stores the recording of a conversation of a run that is published. The first one that is stored counts: after that, and where
 * there is no such conversation, nothing is received. One that does not fit the quotas is rejected, before it is received where
 * its length is announced.
 */
export const publishRehearsalRecording = (ports: Ports) => {
  const [receptions, stores] = [new Map<string, number>(), new KeyedQueue()];
  return async (
    principal: Principal,
    runId: string,
    id: string,
    coming: ComingRecording,
  ): Promise<ConversationView> => {
    const { org_id } = allow(principal, 'rehearsals.write');
    const run = await publishedRun(ports, org_id, runId);
    const find = () => ports.rehearsedConversations.find(org_id, runId, id);
    const conversation = await find();
    if (!conversation) throw missing('Conversation', 'publish it before its recording');
    if (!conversation.has_recording)
      await counted(receptions, org_id, () =>
        receive(ports, conversation, coming, ({ key, recording, reservation }) =>
          stores.run(key, async () => {
            // Another request may have stored one by now.
            if ((await find())?.has_recording) await reservation.release();
            else await store(ports, run, conversation, { key, recording, reservation });
          }),
        ),
      );
    await requireKept(ports, run);
    return conversationView((await find()) ?? conversation);
  };
};

/** Does the work, unless it would be too much at once for the organisation. */
async function counted(running: Map<string, number>, orgId: string, work: () => Promise<void>): Promise<void> {
  const before = running.get(orgId) ?? 0;
  if (before === RECEIVED_AT_ONCE)
    throw busy(`${RECEIVED_AT_ONCE} recordings of the organisation are being received. Try again in a few seconds.`);
  running.set(orgId, before + 1);
  try {
    await work();
  } finally {
    const after = (running.get(orgId) ?? 1) - 1;
    if (after > 0) running.set(orgId, after);
    else running.delete(orgId);
  }
}

/** A recording that has come, and the room for it. */
interface ReceivedRecording {
  readonly key: string;
  readonly recording: UploadedRecording;
  readonly reservation: QuotaReservation;
}

/** Receives a recording that can be played. Its room is reserved before, where its length is known. */
async function receive(
  { quotas }: Ports,
  conversation: RehearsedConversation,
  { announced, receive: read }: ComingRecording,
  work: (received: ReceivedRecording) => Promise<void>,
): Promise<void> {
  const key = rehearsalRecordingKey(conversation);
  const reserve = (bytes: number) => quotas.reserve(conversation.org_id, { kind: 'recording', id: key, bytes });
  const early = announced === null ? null : await reserve(announced);
  let received: ReceivedRecording;
  try {
    const recording = await read();
    requirePlayable(await headOf(recording), recording.size);
    received = { key, recording, reservation: early ?? (await reserve(recording.size)) };
  } catch (error) {
    await early?.release();
    throw error;
  }
  await work(received);
}

/**
 * Stores the bytes, and then that they are there. After a crash in between they lie in the folder of the run: the same request
 * replaces them, and the reservation, which expires, has the storage counted again.
 */
async function store(
  ports: Ports,
  run: RehearsalRun,
  conversation: RehearsedConversation,
  { key, recording, reservation }: ReceivedRecording,
): Promise<void> {
  const { rehearsalRuns, rehearsedConversations, objects } = ports;
  const { org_id, run_id, conversation_id } = conversation;
  const { size } = recording;
  try {
    if (!(await rehearsalRuns.markRecorded(run))) throw notPublished();
    await objects.put(key, recording.open(), { size, contentType: 'audio/wav' });
  } catch (error) {
    await reservation.release();
    throw error;
  }
  if (await rehearsedConversations.addRecording(org_id, run_id, conversation_id, size)) return reservation.commit();
  const other = await rehearsedConversations.find(org_id, run_id, conversation_id);
  if (!other) {
    // The run is deleted by now. The bytes count until they are removed.
    await reservation.commit();
    await removeRun(ports, run);
  } else if (other.stored_bytes === size) await reservation.release();
  // Otherwise another process has stored another one, and it is unknown which of them lies there now: this reservation expires,
  // which has the storage counted again.
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
