import { Router } from 'express';
import type { Registry } from 'prom-client';
import type { DatabaseHealth } from '../../application/ports/health.ts';

/** What an operator's tools ask: does the process live, can it serve, how is it doing. Outside of the contract. */
export function probes(health: DatabaseHealth, registry: Registry): Router {
  const router = Router();
  router.get('/livez', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', async (_request, response) => {
    const up = await health.isUp();
    response.status(up ? 200 : 503).json({ status: up ? 'ok' : 'unavailable' });
  });
  router.get('/metrics', async (_request, response) => {
    response.set('Content-Type', registry.contentType).send(await registry.metrics());
  });
  return router;
}
