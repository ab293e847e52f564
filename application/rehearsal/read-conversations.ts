import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { missing } from '../../domain/errors.ts';
import {
  conversationView,
  detailKey,
  rehearsalRecordingKey,
  type ConversationDetail,
  type ConversationView,
  type RehearsedConversation,
} from '../../domain/rehearsal/rehearsed-conversation.ts';
import type { ByteRange, ObjectStore } from '../ports/objects.ts';
import type { RehearsalRunRepository } from '../ports/rehearsal-runs.ts';
import type { ConversationFilter, RehearsedConversationRepository } from '../ports/rehearsed-conversations.ts';
import { ownRun } from './manage-rehearsal-runs.ts';
import { readJson } from './run-plan.ts';

interface Ports {
  readonly rehearsalRuns: Pick<RehearsalRunRepository, 'find'>;
  readonly rehearsedConversations: RehearsedConversationRepository;
  readonly objects: ObjectStore;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** One page of conversations with the total. */
export interface ConversationPage extends Page {
  readonly conversations: readonly ConversationView[];
  readonly total: number;
}

/** Lists one page of the conversations of a run that are over, in the order of its suite. */
export const listRehearsalConversations =
  (ports: Ports) =>
  async (principal: Principal, runId: string, wanted: ConversationFilter, page: Page): Promise<ConversationPage> => {
    const { org_id } = allow(principal, 'rehearsals.read');
    const { rehearsedConversations } = ports;
    await ownRun(ports, org_id, runId);
    const [found, total] = await Promise.all([
      rehearsedConversations.list(org_id, runId, wanted, page),
      rehearsedConversations.count(org_id, runId, wanted),
    ]);
    return { conversations: found.map(conversationView), ...page, total };
  };

/** A conversation with all that was said and done. */
export type WholeConversation = ConversationView & ConversationDetail & Pick<RehearsedConversation, 'latencies_ms'>;

/** Reads a conversation of a run. */
export const readRehearsalConversation =
  (ports: Ports) =>
  async (principal: Principal, runId: string, conversationId: string): Promise<WholeConversation> => {
    const { org_id } = allow(principal, 'rehearsals.read');
    const conversation = await ownConversation(ports, org_id, runId, conversationId);
    const detail = (await readJson(ports, detailKey(conversation), 'Conversation')) as ConversationDetail;
    return { ...conversationView(conversation), ...detail, latencies_ms: conversation.latencies_ms };
  };

/** Opens the recording of a conversation for streaming. */
export const openRehearsalRecording =
  (ports: Ports) => async (principal: Principal, runId: string, conversationId: string) => {
    const { org_id } = allow(principal, 'rehearsals.read');
    const conversation = await ownConversation(ports, org_id, runId, conversationId);
    const key = rehearsalRecordingKey(conversation);
    const size = conversation.has_recording ? await ports.objects.size(key) : null;
    if (size === null) throw missing('Recording');
    return {
      size,
      async bytes(part?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
        const object = await ports.objects.open(key, part);
        if (!object) throw missing('Recording');
        return object.bytes;
      },
    };
  };

async function ownConversation(
  { rehearsedConversations }: Pick<Ports, 'rehearsedConversations'>,
  orgId: string,
  runId: string,
  conversationId: string,
): Promise<RehearsedConversation> {
  const conversation = await rehearsedConversations.find(orgId, runId, conversationId);
  if (!conversation) throw missing('Conversation');
  return conversation;
}
