import { spawnSync } from 'node:child_process';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { basename, join } from 'node:path';
import { assert } from 'chai';
import { removeAbandonedUploads, uploadPath } from '../../adapters/http/upload-files.ts';
import { ApiClient } from '../../tools/demo/api-client.ts';
import { fileForm } from '../support/contact-lists.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { atEndOfTest, temporaryDirectory } from '../support/temporary.ts';
import { TEST_KEYS } from '../support/test-keys.ts';
import { KilledApi } from '../telephony/killed-api.ts';

const ACCOUNT = { email: 'ada@example.com', password: 'a password of the tests', organisation_name: 'Tests' };

/** The number of a process that has ended. */
const endedProcess = (): number => spawnSync('true').pid;

describe('files of uploads that a killed process leaves', () => {
  let temporary: string;
  beforeEach(async () => (temporary = await temporaryDirectory()));
  const left = (): Promise<string[]> => readdir(temporary);

  it('are removed when the API is started again', async () => {
    const port = await freePort();
    const env = { ...TEST_KEYS, API_PORT: String(port), DATA_DIR: await temporaryDirectory(), TMPDIR: temporary };
    const api = new KilledApi({ ...env, LOG_LEVEL: 'info', LOG_FORMAT: 'json' });
    atEndOfTest(() => api.kill());
    const start = () => api.start({ now: () => new Date() });
    await start();
    const client = new ApiClient(`http://127.0.0.1:${port}/api/v1`);
    const { access_token } = await client.ask<{ access_token: string }>('POST', '/users/signup', ACCOUNT);
    const form = fileForm(Buffer.alloc(1_000_000, 'a'), 'notes.txt');
    const [, boundary = ''] = /--(\S+)\r\n/.exec(form.toString('latin1', 0, 200)) ?? [];
    const upload = request(`http://127.0.0.1:${port}/api/v1/knowledge/upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${access_token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': form.length,
      },
    });
    upload.on('error', () => undefined);
    upload.write(form.subarray(0, 500_000));
    await eventually(async () => (await left()).length > 0, 'a file that is being received');
    await api.kill();
    assert.lengthOf(await left(), 1);
    await start();
    assert.isEmpty(await left());
  });

  it('are distinguished from files of others by name, process and time', async () => {
    const own = { pid: process.pid, startedAt: Date.now() };
    const before = new Date(own.startedAt - 60_000);
    /** The same of a container with other numbers of processes. */
    const ofContainer = (path: string): string => path.replace(/-\d+-(?=\d+-)/, '-7-');
    const file = async (path: string, at?: Date): Promise<string> => {
      await writeFile(path, 'a');
      if (at) await utimes(path, at, at);
      return basename(path);
    };
    const abandoned = [
      await file(uploadPath(temporary, { pid: endedProcess() })),
      await file(uploadPath(temporary, own), before),
      await file(ofContainer(uploadPath(temporary, own)), new Date(own.startedAt - 660_000)),
    ];
    const others = [
      await file(ofContainer(uploadPath(temporary, { pid: endedProcess() })), new Date(own.startedAt - 540_000)),
      await file(uploadPath(temporary, own), new Date(own.startedAt + 60_000)),
      await file(uploadPath(temporary, { pid: process.ppid }), before),
      await file(join(temporary, 'upload-of-another-program'), before),
      await file(join(temporary, `voice-upload-000000000000-${endedProcess()}-x`), before),
    ];
    assert.sameMembers(await left(), [...abandoned, ...others]);
    assert.equal(await removeAbandonedUploads(temporary, own), 3);
    assert.sameMembers(await left(), others);
    assert.equal(await removeAbandonedUploads(join(temporary, 'missing'), own), 0);
  });
});
