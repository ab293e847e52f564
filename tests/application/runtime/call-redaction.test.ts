import { assert } from 'chai';
import type { AgentRedaction } from '../../../domain/agents/redaction.ts';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { known, least, reasons } from '../../domain/agents/known-providers.ts';
import { fakeId } from '../../support/fake-ids.ts';
import { AGENT, webCallWorld } from './web-call-world.ts';
import { redactedEntry } from '../../../application/runtime/call-redaction.ts';
import type { SpoolEntry } from '../../../application/ports/call-spool.ts';
import type { AnswerRecord } from '../../../domain/calls/answer-record.ts';

/** The transcript of a call whose agent greets with a card number and the value of a variable. */
async function transcriptWith(redaction?: AgentRedaction): Promise<string> {
  const world = webCallWorld();
  const prompts = { ...AGENT.config.prompts, greeting_message: 'Is 4111 1111 1111 1111 yours, {{name}}?' };
  world.agents.set('a1', { ...AGENT, config: { ...AGENT.config, prompts, ...(redaction && { redaction }) } });
  const { channel } = world.open();
  await world.clock.advanceAsync(6_000);
  channel.leaves();
  await world.clock.advanceAsync(100);
  return world.spool.all.get(fakeId(1))!.transcript;
}

describe('the redaction of a call', () => {
  it('leaves out what the agent chose before the transcript reaches the disk, and keeps times', async () => {
    const whole = await transcriptWith();
    assert.include(whole, 'Is 4111 1111 1111 1111 yours, stranger?');
    const times = whole.match(/\[2.*?\]/g);
    const transcript = await transcriptWith({ kinds: ['card_number'], variables: ['name'] });
    assert.include(transcript, 'assistant: Is [card_number] yours, [name]?');
    assert.deepEqual(transcript.match(/\[2.*?\]/g), times);
  });

  it('leaves it out of the answers, too', () => {
    const spool: AnswerRecord[] = [];
    const entry = { appendAnswer: (answer: AnswerRecord) => spool.push(answer) } as unknown as SpoolEntry;
    const words = { at: '2026-01-31T09:30:00.000Z', question: 'I am ada@example.com.', answer: 'Hello.' };
    redactedEntry(entry, { kinds: ['email'], values: [] }).appendAnswer({
      ...{ number: 1, ...words, lookup: 'not_searched', sources: [] },
    });
    assert.deepEqual(
      spool.map(({ question }) => question),
      ['I am [email].'],
    );
  });

  it('stores no inputs, which have what is left out in pieces', async () => {
    for (const redaction of [undefined, { kinds: [], variables: [] }]) {
      const world = webCallWorld();
      world.agents.set('a1', { ...AGENT, config: { ...AGENT.config, ...(redaction && { redaction }) } });
      const { channel } = world.open();
      await world.clock.advanceAsync(3_000);
      channel.leaves();
      await world.clock.advanceAsync(100);
      const { inputs } = world.spool.all.get(fakeId(1))!;
      assert.equal(inputs === '', redaction !== undefined);
    }
  });

  it('has kinds that are known and names of variables, in a section of its own', () => {
    const parse = (redaction: unknown) => parseAgentConfig({ ...least(), redaction }, known);
    const all = ['card_number', 'account_number', 'email', 'phone_number'] as const;
    assert.deepEqual(parse({}).redaction, { kinds: all, variables: [] });
    assert.deepEqual(parse({ kinds: ['email'], variables: ['name'] }).redaction, {
      kinds: ['email'],
      variables: ['name'],
    });
    assert.notProperty(parse(null), 'redaction');
    assert.deepEqual(
      reasons(() => parse({ kinds: ['names'] })),
      ['redaction.kinds[0] must be one of card_number, account_number, email, phone_number'],
    );
  });
});
