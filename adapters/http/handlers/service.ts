import type { DatabaseHealth } from '../../../application/ports/health.ts';
import { ok, type Handlers } from '../handler.ts';

export const serviceHandlers = (info: { title: string; version: string }, database: DatabaseHealth) =>
  ({
    welcome: () => ok({ name: info.title, version: info.version, docs: '/docs', console: '/console/' }),
    health: async () =>
      ok((await database.isUp()) ? { status: 'ok', database: 'up' } : { status: 'degraded', database: 'down' }),
  }) satisfies Partial<Handlers>;
