import { Router, type RequestHandler } from 'express';
import type { DatabaseHealth, Readiness } from '../../application/ports/health.ts';
import type { Exposition } from '../lib/request-meter.ts';
import { isDraining } from './server.ts';

/** The migrations that are not known to be done, by name, and those of them whose last batch failed. */
export interface MigrationProgress {
  readonly pending: readonly string[];
  readonly failing: readonly string[];
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
    const { pending, failing } = migrations;
    const named = { ...(pending.length > 0 && { migrating: pending }), ...(failing.length > 0 && { failing }) };
    response.json({ status: 'ok', ...named });
  };
  router.get('/livez', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', ready);
  router.get('/metrics', async (_request, response) => {
    response.set('Content-Type', metrics.contentType).send(await metrics.text());
  });
  return router;
}
