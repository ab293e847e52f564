import { mkdtemp } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { readConfig } from '../bootstrap/config.ts';
import { startPlatform } from '../bootstrap/platform.ts';
import { settleKeys } from '../bootstrap/secrets.ts';

/** A server under measurement, in a process of its own: `express`, a bare route, or `api`, ours. Prints its address as one JSON line. */
if (process.argv[2] === 'express') bare();
else await ours();

function bare(): void {
  const app = express();
  app.get('/agents/:id', (_request, response) => {
    response.json({ agent_id: 'constant', name: 'Receptionist', status: 'active' });
  });
  const server = app.listen(0, '127.0.0.1', () =>
    announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  );
}

async function ours(): Promise<void> {
  const env = {
    DATA_DIR: await mkdtemp(join(tmpdir(), 'api-bench-')),
    API_PORT: '0',
    LOG_LEVEL: 'info',
    RATE_LIMITS: 'off',
    SECRET_KEY: 'the secret of the bench',
    INTERNAL_API_KEY: 'the key of the bench',
  };
  const config = readConfig(env, ['api']);
  announce((await startPlatform(config, await settleKeys(config))).apiBaseUrl);
}

function announce(url: string): void {
  process.stderr.write(`${JSON.stringify({ url })}\n`);
}
