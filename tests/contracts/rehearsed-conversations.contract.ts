import { assert } from 'chai';
import type { RehearsedConversationRepository } from '../../application/ports/rehearsed-conversations.ts';
import type { RehearsedConversation } from '../../domain/rehearsal/rehearsed-conversation.ts';
import type { Contract } from '../support/contract.ts';
import { exampleConversation } from './rehearsal-examples.ts';

const conversation = exampleConversation;
const idsOf = (all: readonly RehearsedConversation[]): string[] => all.map(({ conversation_id }) => conversation_id);
const page = { limit: 2, offset: 1 };

export const rehearsedConversationsContract: Contract<RehearsedConversationRepository> = {
  'keeps one conversation of each place of a run, also under a race': async (conversations) => {
    const added = await Promise.all([1, 2, 3].map((seed) => conversations.add(conversation('a', 1, { seed }))));
    assert.lengthOf(added.filter(Boolean), 1);
    assert.isTrue(await conversations.add(conversation('b', 1)));
    assert.isTrue(await conversations.add(conversation('a', 1, { run_id: 'other' })));
    assert.equal(await conversations.count('o1', 'r', {}), 2);
  },

  'lists the wanted ones by position and side, and in pages': async (conversations) => {
    const all = [conversation('b', 2), conversation('a', 10), conversation('a', 2, { verdict: 'failed' })];
    for (const each of [...all, conversation('a', 1, { run_id: 'other' }), conversation('b', 1)])
      await conversations.add(each);
    assert.deepEqual(idsOf(await conversations.list('o1', 'r', {})), ['b1', 'a2', 'b2', 'a10']);
    assert.deepEqual(idsOf(await conversations.list('o1', 'r', {}, page)), ['a2', 'b2']);
    assert.deepEqual(idsOf(await conversations.list('o1', 'r', { side: 'b' })), ['b1', 'b2']);
    const failed = { side: 'a', verdict: 'failed' } as const;
    assert.deepEqual(await conversations.list('o1', 'r', failed), [conversation('a', 2, { verdict: 'failed' })]);
    assert.deepEqual([await conversations.count('o1', 'r', failed), await conversations.count('o1', 'r', {})], [1, 4]);
  },

  'adds one recording to a conversation, also under a race, and none to that of another organisation': async (
    conversations,
  ) => {
    await conversations.add(conversation('a', 1));
    await conversations.add(conversation('b', 1));
    assert.isFalse(await conversations.addRecording('o2', 'r', 'b1', 44));
    assert.isFalse(await conversations.addRecording('o1', 'r', 'b9', 44));
    const added = await Promise.all([1, 2, 3].map(() => conversations.addRecording('o1', 'r', 'b1', 44)));
    assert.lengthOf(added.filter(Boolean), 1);
    const recorded = conversation('b', 1, { has_recording: true, stored_bytes: 44 });
    assert.deepEqual(await conversations.find('o1', 'r', 'b1'), recorded);
    assert.deepEqual(await conversations.find('o1', 'r', 'a1'), conversation('a', 1));
    assert.isNull(await conversations.find('o2', 'r', 'a1'));
  },

  'removes all recordings of a run': async (conversations) => {
    const places = [conversation('a', 1), conversation('b', 1), conversation('a', 1, { run_id: 'other' })];
    for (const each of places) await conversations.add(each);
    for (const { run_id, conversation_id } of places)
      await conversations.addRecording('o1', run_id, conversation_id, 44);
    await conversations.removeRecordings('o2', 'r');
    assert.deepInclude(await conversations.find('o1', 'r', 'a1'), { has_recording: true });
    await conversations.removeRecordings('o1', 'r');
    assert.deepEqual(await conversations.list('o1', 'r', {}), places.slice(0, 2));
    assert.deepInclude(await conversations.find('o1', 'other', 'a1'), { has_recording: true, stored_bytes: 44 });
  },

  'removes those of a run': async (conversations) => {
    for (const each of [conversation('a', 1), conversation('b', 1), conversation('a', 1, { run_id: 'other' })])
      await conversations.add(each);
    await conversations.removeAll('o2', 'r');
    assert.equal(await conversations.count('o1', 'r', {}), 2);
    await conversations.removeAll('o1', 'r');
    assert.isEmpty(await conversations.list('o1', 'r', {}));
    assert.equal(await conversations.count('o1', 'other', {}), 1);
  },
};
