import type { Agent } from '../../domain/agents/agent.ts';
import { missing } from '../../domain/errors.ts';
import { planKey } from '../../domain/rehearsal/rehearsed-conversation.ts';
import type { RehearsalRun } from '../../domain/rehearsal/rehearsal-run.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';

/** What a run is held with: as it was when it was started. */
export interface RunPlan {
  /** The text of the suite. */
  readonly source: string;
  /** One for each side. */
  readonly agents: readonly Agent[];
  /** Those that calls can be handed over to. Absent: an earlier release stored it, which refused them. */
  readonly others?: readonly Agent[];
}

export interface PlanPorts {
  readonly objects: ObjectStore;
  readonly quotas: Pick<QuotaKeeper, 'addRecorded' | 'removeBytes'>;
}

/** Stores the plan of a run, before the run. */
export const storePlan = (ports: PlanPorts, run: RehearsalRun, plan: RunPlan): Promise<void> =>
  storeJson(ports, run.org_id, planKey(run), plan);

/** Reads the plan of a run. */
export const readPlan = async (ports: Pick<PlanPorts, 'objects'>, run: RehearsalRun): Promise<RunPlan> =>
  (await readJson(ports, planKey(run), 'Plan')) as RunPlan;

/** Stores a value as an object. What runs of the API store is bounded, and counts for the quota without being refused. */
export async function storeJson(
  { objects, quotas }: PlanPorts,
  orgId: string,
  key: string,
  value: unknown,
): Promise<void> {
  const bytes = jsonBytes(value);
  await putJson(objects, key, bytes);
  await quotas.addRecorded(orgId, bytes.length, 'transcript');
}

export const jsonBytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

export const putJson = (objects: Pick<ObjectStore, 'put'>, key: string, bytes: Uint8Array): Promise<void> =>
  objects.put(key, onePiece(bytes), { size: bytes.length, contentType: 'application/json' });

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Reads a value from an object. Throws `missing` with this name when there is none. */
export async function readJson({ objects }: Pick<PlanPorts, 'objects'>, key: string, name: string): Promise<unknown> {
  const object = await objects.open(key);
  if (!object) throw missing(name);
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of object.bytes) text += decoder.decode(bytes, { stream: true });
  return JSON.parse(text + decoder.decode());
}
