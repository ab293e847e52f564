import type { AgentFixture } from './agent-fixture.ts';
import { storeText } from './stored-texts.ts';
import type { World } from './world.ts';

/** A call of this agent that has ended, with these words of its caller as its transcript. */
export async function endedCall(world: Pick<World, 'ports'>, fixture: AgentFixture, words: string): Promise<string> {
  const id = await fixture.registerCall();
  const transcriptUrl = await storeTranscript(world, fixture, id, words);
  await fixture.ask('PATCH', `/calls/${id}`, {
    body: { status: 'completed', call_response: 'answered', transcript_url: transcriptUrl },
  });
  return id;
}

/** Stores these words of its caller as the transcript of a call, in place of earlier ones. Answers its address. */
export async function storeTranscript(
  { ports }: Pick<World, 'ports'>,
  { org_id }: Pick<AgentFixture, 'org_id'>,
  id: string,
  words: string,
): Promise<string> {
  const text = `call_id=${id}\n---\n[2026-03-02T09:00:00.000Z] user: ${words}\n`;
  return storeText(ports, `${org_id}/${id}/transcript.txt`, text);
}
