import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { httpControlPlane } from '../../../adapters/control-plane/http.ts';
import type { CallPatch } from '../../../domain/calls/call-log.ts';
import { systemClock } from '../../../adapters/system/clock.ts';
import { TEST_KEYS } from '../../support/test-keys.ts';
import type { Account, Stage } from './stage.ts';

const BUCKET = 'voice-artifacts';

/** A call of this agent that has ended, with these words of its caller as its transcript, and what else its runtime reports. Returns its id. */
export async function endedCall(
  { platform }: Stage,
  { api, session: { org_id } }: Account,
  agentId: string,
  words: string,
  more: Pick<CallPatch, 'answers'> = {},
): Promise<string> {
  const { call_id: id } = await api.ask<{ call_id: string }>('POST', '/calls/web', { agent_id: agentId });
  const folder = join(platform.directory, 'objects', BUCKET, org_id, id);
  await mkdir(folder, { recursive: true });
  const transcript = `call_id=${id}\n---\n[2026-03-02T09:00:00.000Z] user: ${words}\n`;
  await writeFile(join(folder, 'transcript.txt'), transcript);
  const keys = { apiBaseUrl: platform.apiBaseUrl, internalApiKey: TEST_KEYS.INTERNAL_API_KEY };
  const runtime = httpControlPlane(keys, systemClock());
  const url = `file://${BUCKET}/${org_id}/${id}/transcript.txt`;
  await runtime.updateCall(org_id, id, { status: 'in_progress' });
  await runtime.updateCall(org_id, id, {
    ...more,
    status: 'completed',
    call_response: 'answered',
    transcript_url: url,
  });
  return id;
}
