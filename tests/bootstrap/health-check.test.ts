import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { assert } from 'chai';
import { ROOT, TYPESCRIPT } from '../suites/suites.ts';
import { localServer } from '../support/local-server.ts';

/** The port of a service with this readiness response. Without one, nothing listens there. */
async function service(status: number | null): Promise<string> {
  const { port, close } = await localServer((request, response) => {
    response.writeHead(request.url === '/readyz' ? status! : 404).end();
  });
  if (status === null) await close();
  return String(port);
}

async function check(
  services: readonly string[],
  api: number | null,
  runtime: number | null,
  gateway: number | null = null,
): Promise<unknown> {
  const ports = {
    API_PORT: await service(api),
    RUNTIME_PORT: await service(runtime),
    GATEWAY_PORT: await service(gateway),
  };
  const child = spawn(process.execPath, [...TYPESCRIPT, 'bootstrap/health-check.ts', ...services], {
    cwd: ROOT,
    env: { ...process.env, ...ports },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

describe('the health check', () => {
  it('passes when the services it names are ready, or any when it names none', async () => {
    const codes = [
      check(['api'], 200, null),
      check(['runtime', 'api'], 200, 200),
      check([], null, 200),
      check(['gateway'], null, null, 200),
    ];
    assert.deepEqual(await Promise.all(codes), [0, 0, 0, 0]);
  });

  it('fails when a service it names is not ready or not there, or none is', async () => {
    const codes = [check(['api'], 503, 200), check(['api', 'runtime'], 200, null), check([], 503, null)];
    assert.deepEqual(await Promise.all(codes), [1, 1, 1]);
  });
});
