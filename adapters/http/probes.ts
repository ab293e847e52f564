import { Router, type RequestHandler } from 'express';
import type { DatabaseHealth, Readiness } from '../../application/ports/health.ts';
import type { Exposition } from '../lib/request-meter.ts';
import { isDraining } from './server.ts';

/** Liveness, readiness and metrics for operators. Not part of the contract. */
export function probes(health: DatabaseHealth, stores: Readiness, metrics: Exposition): Router {
  const router = Router();
  const readiness: RequestHandler = async ({ app }, response) => {
    if (isDraining(app)) return void response.status(503).json({ status: 'draining' });
    const [isUp, unwritable] = await Promise.all([health.isUp(), stores.unwritable()]);
    if (isUp && unwritable.length === 0) return void response.json({ status: 'ok' });
    response.status(503).json({ status: 'unavailable', unwritable });
  };
  router.get('/livez', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', readiness);
  router.get('/metrics', async (_request, response) => {
    response.set('Content-Type', metrics.contentType).send(await metrics.text());
  });
  return router;
}
