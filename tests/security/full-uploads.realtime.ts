import { readdir } from 'node:fs/promises';
import { request, type ClientRequest } from 'node:http';
import { assert } from 'chai';
import { UploadSpace } from '../../adapters/http/upload-space.ts';
import { fileForm } from '../support/contact-lists.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { eventually } from '../support/eventually.ts';
import { skip } from '../support/skipped.ts';
import { smallDisk, type SmallDisk } from '../support/small-disk.ts';
import { openWorld, type World } from '../support/world.ts';

const MIB = 1024 * 1024;

describe('uploads on a disk of few megabytes', () => {
  let disk: SmallDisk;
  let world: World;
  let fixture: AgentFixture;
  beforeEach(async function () {
    const mounted = await smallDisk();
    if (mounted === null) return skip(this, 'this user may not mount a small file system');
    disk = mounted;
    world = await openWorld(() => ({ uploads: new UploadSpace(mounted.path) }), { documentBytes: 5 * MIB });
    fixture = await openAgentFixture(world);
  });
  afterEach(() => disk?.close());

  /** A document that is sent in parts, and the answer to it. */
  function sending(bytes: number) {
    const form = fileForm(Buffer.alloc(bytes, 'a'), 'notes.txt');
    const type = /--(\S+)\r\n/.exec(form.toString('latin1', 0, 200))?.[1] ?? '';
    const headers = {
      'content-type': `multipart/form-data; boundary=${type}`,
      'content-length': form.length,
      authorization: `Bearer ${fixture.token}`,
    };
    const sent: ClientRequest = request(`${world.url}/api/v1/knowledge/upload`, { method: 'POST', headers });
    const answer = new Promise<{ status: number; detail: string; retryAfter: string | undefined }>(
      (resolve, reject) => {
        sent.once('error', reject);
        sent.once('response', (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => void (text += part));
          response.once('end', () => {
            const { detail = '' } = JSON.parse(text) as { detail?: string };
            resolve({ status: response.statusCode ?? 0, detail, retryAfter: response.headers['retry-after'] });
          });
        });
      },
    );
    answer.catch(() => undefined);
    const half = Math.floor(form.length / 2);
    return {
      answer,
      first: () => void sent.write(form.subarray(0, half)),
      rest: () => void sent.end(form.subarray(half)),
    };
  }
  const files = async (): Promise<number> =>
    (await readdir(disk.path)).filter((name) => name.startsWith('voice-upload-')).length;

  it('are 503 and say what to do where the disk is full, and leave no file', async () => {
    await disk.fill();
    const upload = sending(MIB);
    upload.first();
    upload.rest();
    const { status, detail, retryAfter } = await upload.answer;
    assert.deepEqual({ status, retryAfter }, { status: 503, retryAfter: '2' });
    assert.match(detail, /no disk space for this file. Try again once its operator has freed space/);
    await disk.free();
    assert.equal(await files(), 0);
  });

  it('are 503 where the disk becomes full while they come, and leave no file', async () => {
    const upload = sending(3 * MIB);
    upload.first();
    await eventually(async () => (await files()) === 1, 'a file that is being received');
    await disk.fill();
    upload.rest();
    assert.deepInclude(await upload.answer, { status: 503, retryAfter: '2' });
    await disk.free();
    await eventually(async () => (await files()) === 0, 'the file that is removed');
    const again = sending(MIB);
    again.first();
    again.rest();
    assert.equal((await again.answer).status, 201);
  });

  it('are 429 beyond the share of their organisation, until one has ended', async () => {
    const slow = sending(MIB);
    slow.first();
    await eventually(async () => (await files()) === 1, 'a file that is being received');
    const further = sending(MIB);
    further.first();
    further.rest();
    assert.equal((await further.answer).status, 429);
    slow.rest();
    assert.equal((await slow.answer).status, 201);
    const later = sending(MIB);
    later.first();
    later.rest();
    assert.equal((await later.answer).status, 201);
  });
});
