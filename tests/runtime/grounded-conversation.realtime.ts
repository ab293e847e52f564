import { assert } from 'chai';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import { RECEPTIONIST } from '../../tools/demo/scene.ts';
import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';
import { pdfOf } from '../support/pdf-files.ts';
import { isDelivered, joinPlatform, openPlatform, type OpenPlatform } from '../support/platform.ts';
import { recognised, synthesised, voiced } from '../support/speech.ts';
import { documentsRead, WITH_PDF_MS } from '../support/read-documents.ts';

const QUESTION = 'what are your opening hours';
/** What nothing but the uploaded document says. */
const FACT = 'On Sundays our opening hours are seven to eleven.';
/** A sentence that fills a chunk, so that the next one begins on the next page. */
const OTHER_PAGE = `Dogs are welcome on the terrace${' and on the lawn behind the house'.repeat(29)}.`;

type User = Awaited<ReturnType<typeof joinPlatform>>;

describe('conversation with a knowledge base', function () {
  this.timeout(WITH_PDF_MS);
  let platform: OpenPlatform;
  before(async () => {
    platform = await openPlatform();
  });

  /** An agent that says what it is given for a question, and the document that it is grounded on. */
  async function grounded(): Promise<User> {
    const user = await joinPlatform(platform);
    const pdf = await pdfOf(OTHER_PAGE, `${FACT} The kitchen closes earlier.`);
    const { document_id } = await user.api.upload<KnowledgeDocument>(
      '/knowledge/upload',
      'opening.pdf',
      new Blob([Uint8Array.from(pdf)]),
    );
    await documentsRead(() => user.api.ask<KnowledgeDocument[]>('GET', '/knowledge'));
    const { config } = RECEPTIONIST;
    await user.api.ask('PATCH', `/agents/${user.agentId}`, {
      config: {
        ...config,
        models: { ...config.models, llm_config: { provider: 'script', rules: [], otherwise: '{{knowledge}}' } },
        knowledge_base: { enabled: true, mode: 'context', document_ids: [document_id], top_k: 1 },
      },
    });
    return user;
  }

  it('answers a spoken question from the document and cites the page', async () => {
    const user = await grounded();
    const { callId, socket } = await user.register();
    const caller = await SyntheticCaller.join(socket);
    await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000);
    await caller.say(await synthesised('kal16', QUESTION));
    const startedAt = performance.now();
    const cited = await caller.waitFor(({ type, data }) => type === 'server-message' && isCitation(data), 30_000, 0);
    await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000, startedAt);
    const answer = voiced(caller.audioSince(startedAt));
    await caller.hangUp();

    assert.deepEqual(cited.data, { type: 'citations', sources: [{ source_filename: 'opening.pdf', page: 2 }] });
    const speech = 'on sundays our opening hours are seven to eleven the kitchen closes earlier';
    assert.equal(await recognised(answer, [speech, 'dogs are welcome on the terrace', 'i do not know']), speech);
    const call = await user.call(callId, isDelivered);
    const [record] = call.answers ?? [];
    assert.deepInclude(record, { number: 1, question: QUESTION, lookup: 'found' });
    assert.include(record?.answer, FACT);
    assert.deepInclude(record?.sources[0], { source_filename: 'opening.pdf', page: 2 });
    const transcript = new TextDecoder().decode(await user.api.download(`/calls/${callId}/transcript`));
    assert.include(transcript, `assistant: ${FACT}`);
    assert.notInclude(transcript, 'opening.pdf');
  });

  it('answers a typed question without the document after its deletion', async () => {
    const user = await grounded();
    const [document] = await user.api.ask<KnowledgeDocument[]>('GET', '/knowledge');
    await user.api.ask('DELETE', `/knowledge/${document?.document_id}`);
    const caller = await SyntheticCaller.join(user.socket);
    await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000);
    const startedAt = performance.now();
    caller.send({ label: 'rtvi-ai', type: 'send-text', id: '1', data: { content: QUESTION } });
    await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000, startedAt);
    await caller.hangUp();
    assert.isFalse(caller.messages.some(({ message }) => isCitation(message.data)));
    assert.notInclude(JSON.stringify(caller.messages), 'Sundays');
  });
});

const isCitation = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'citations';
