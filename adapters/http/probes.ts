import { Router, type RequestHandler } from 'express';
import type { DatabaseHealth, Readiness } from '../../application/ports/health.ts';
import type { Exposition } from '../lib/request-meter.ts';
import { isDraining } from './server.ts';

/** The migrations that are not known to be done, by name. */
export interface MigrationProgress {
  readonly pending: readonly string[];
}

interface Parts {
  readonly health: DatabaseHealth;
  readonly readiness: Readiness;
  readonly metrics: Exposition;
  readonly migrations: MigrationProgress;
}

/** Liveness, readiness and metrics for operators. Not part of the contract. */
export function probes({ health, readiness, metrics, migrations }: Parts): Router {
  const router = Router();
  const ready: RequestHandler = async ({ app }, response) => {
    if (isDraining(app)) return void response.status(503).json({ status: 'draining' });
    const [isUp, unwritable] = await Promise.all([health.isUp(), readiness.unwritable()]);
    if (!isUp || unwritable.length > 0) return void response.status(503).json({ status: 'unavailable', unwritable });
    // A process serves requests while stored documents are migrated.
    const { pending } = migrations;
    response.json({ status: 'ok', ...(pending.length > 0 && { migrating: pending }) });
  };
  router.get('/livez', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', ready);
  router.get('/metrics', async (_request, response) => {
    response.set('Content-Type', metrics.contentType).send(await metrics.text());
  });
  return router;
}
