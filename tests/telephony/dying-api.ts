import type { Container } from 'inversify';
import { readConfig } from '../../bootstrap/config.ts';
import { replace, resolve } from '../../bootstrap/dependencies.ts';
import { startPlatform } from '../../bootstrap/platform.ts';
import { resolveKeys } from '../../bootstrap/secrets.ts';
import type { Carrier, DialRequest, OrganisationCarriers } from '../../application/ports/carrier.ts';
import type { CampaignRecordChange } from '../../domain/campaigns/campaign-record.ts';
import type { RunChange } from '../../application/ports/queued-runs.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';

/** Steps of a callback, from its agreement to the end of its dial. */
const STEPS = ['counted', 'queued', 'decided', 'dialled', 'ended'] as const;

/** Where the process dies: right before the step of a callback, or right after it. */
export type DeathOfCallback = `${'before' | 'after'} it is ${(typeof STEPS)[number]}`;

/** DIES names the place. Nothing that the process would do afterwards is done. */
const place = process.env['DIES'];

const mayDie = async (here: DeathOfCallback): Promise<void> => {
  if (here !== place) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
};

/** The part, with a method that is a step of a callback where the request says so. */
function stepping<T extends object, M extends keyof T & string>(
  part: T,
  method: M,
  stepOf: (request: readonly unknown[]) => (typeof STEPS)[number] | null,
): T {
  return new Proxy(part, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (name !== method) return member.bind(target) as unknown;
      return async (...request: unknown[]): Promise<unknown> => {
        const step = stepOf(request);
        if (step) await mayDie(`before it is ${step}`);
        const result = (await Reflect.apply(member, target, request)) as unknown;
        if (step) await mayDie(`after it is ${step}`);
        return result;
      };
    },
  });
}

async function prepare(container: Container): Promise<void> {
  const [campaigns, runs] = await Promise.all([resolve(container, 'campaigns'), resolve(container, 'runs')]);
  const counting = stepping(campaigns, 'change', ([, change]) =>
    ((change as CampaignRecordChange).gate?.callbacks?.unwritten.length ?? 0) > 0 ? 'counted' : null,
  );
  const queueing = stepping(runs, 'addAll', ([added]) =>
    (added as readonly QueuedRun[]).some(({ callback }) => callback) ? 'queued' : null,
  );
  /** Calls of callbacks. */
  const callbacks = new Set<string>();
  const changing = stepping(queueing, 'changeAll', ([all]) => {
    const own = (all as readonly RunChange[]).filter(({ seen }) => seen.callback);
    for (const { changes } of own) if (changes.call_id) callbacks.add(changes.call_id);
    if (own.some(({ changes }) => changes.state === 'dialing')) return 'decided';
    return own.some(({ changes }) => changes.state === 'done') ? 'ended' : null;
  });
  const dialling = (carrier: Carrier): Carrier =>
    stepping(carrier, 'dial', ([request]) => (callbacks.has((request as DialRequest).callId) ? 'dialled' : null));
  await replace(container, { campaigns: counting, runs: changing });
  // They cannot be constructed yet.
  container.onActivation<OrganisationCarriers>('organisationCarriers', (_context, carriers) => ({
    of: async (...about) => dialling(await carriers.of(...about)),
    async find(...about) {
      const found = await carriers.find(...about);
      return found && dialling(found);
    },
  }));
}

const config = readConfig(process.env, ['api']);
await startPlatform(config, await resolveKeys(config), prepare);
