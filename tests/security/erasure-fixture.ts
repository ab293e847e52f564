import { callEraser } from '../../application/calls/erase-call.ts';
import { contactEraser } from '../../application/campaigns/erase-contacts.ts';
import { erasureUseCases } from '../../application/erasures/index.ts';
import { erasureWorker } from '../../application/erasures/erasure-worker.ts';
import type { Principal } from '../../domain/accounts/principal.ts';
import { NEXT_PASS_MS } from '../../domain/erasures/erasure.ts';
import { openPorts, type Ports } from '../support/world.ts';
import { NUMBER, plantedData } from './planted-data.ts';

/** An organisation whose data is erased, over empty stores. */
export type ErasureFixture = Awaited<ReturnType<typeof openErasureFixture>>;

/** Opens the stores. A test runs the passes of erasures itself. */
export async function openErasureFixture(opening = openPorts()) {
  const ports = await opening;
  // Tests share the bucket of a real server.
  const ada: Principal & { readonly org_id: string } = {
    ...{ email: 'ada@example.com', org_id: crypto.randomUUID(), role: 'super_admin' },
  };
  const useCases = erasureUseCases({ ...ports, erasureWorker: { wake: () => undefined } });

  return {
    ports,
    ada,
    ...plantedData(ports, ada),
    request: () => useCases.request(ada, NUMBER),
    requestWhole: () => useCases.eraseOrganisation(ada, ada.org_id),
    /** Passes of the worker, each when it is due, until the erasure is done or this many have run. */
    async run(erasureId: string, from: Partial<Ports> = {}, passes = 5) {
      const parts = { ...ports, ...from };
      const erasers = { callEraser: callEraser(parts), contactEraser: contactEraser(parts) };
      const worker = erasureWorker({ ...parts, ...erasers });
      for (let pass = 0; pass < passes; pass += 1) {
        await worker.tick();
        const erasure = await useCases.read(ada, erasureId);
        if (erasure.status === 'done') return erasure;
        ports.clock.advance(NEXT_PASS_MS + 1);
      }
      return useCases.read(ada, erasureId);
    },
    /** Closes the stores, and makes the check on their files. */
    async closedWith(check: () => Promise<void>): Promise<void> {
      await Promise.all([ports.documents.close(), ports.vectors.close()]);
      await check();
    },
  };
}
