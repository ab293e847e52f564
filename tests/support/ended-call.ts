import { Readable } from 'node:stream';
import type { AgentFixture } from './agent-fixture.ts';
import type { World } from './world.ts';

/** A call of this agent that has ended, with these words of its caller as its transcript. */
export async function endedCall(
  { ports }: Pick<World, 'ports'>,
  { org_id, registerCall, ask }: AgentFixture,
  words: string,
): Promise<string> {
  const id = await registerCall();
  const key = `${org_id}/${id}/transcript.txt`;
  const bytes = Buffer.from(`call_id=${id}\n---\n[2026-03-02T09:00:00.000Z] user: ${words}\n`);
  await ports.objects.put(key, Readable.from([bytes]), { size: bytes.length, contentType: 'text/plain' });
  const body = { status: 'completed', call_response: 'answered', transcript_url: ports.objects.root + key };
  await ask('PATCH', `/calls/${id}`, { body });
  return id;
}
