import { assert } from 'chai';
import type { Answer } from '../support/client.ts';
import { openDesk, type Desk } from '../support/desk.ts';
import { openWorld, type World } from '../support/world.ts';

const GOOD = 'phone_number,name\n+14155550101,Ada\n\n+14155550102,Ben\n';
const BOUNDARY = 'the-boundary-of-the-tests';

describe('contact lists over HTTP', () => {
  let world: World;
  let desk: Desk;
  before(async () => {
    world = await openWorld();
    desk = await openDesk(world);
  });
  after(() => world.close());

  const sendForm = (raw: string | Uint8Array, token = desk.token): Promise<Answer> => {
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    return world.ask('POST', '/api/v1/campaign/upload', { raw, headers, token });
  };
  const form = (content: string | Buffer, filename = 'list.csv', field = 'file'): Buffer =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\n\r\n`),
      Buffer.from(content),
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]);

  it('are stored, and the rows with a number are counted', async () => {
    const answer = await sendForm(form(GOOD, 'Spring list.csv'));
    assert.equal(answer.status, 201, answer.text);
    const { source_id, ...rest } = answer.body as { source_id: string; filename: string; contact_rows: number };
    assert.deepEqual({ ...rest }, { filename: 'Spring list.csv', contact_rows: 2 });
    assert.match(source_id, new RegExp(`^${desk.org_id}/campaigns/[\\w-]+/Spring_list\\.csv$`));
    assert.isNotNull(await world.ports.objects.size(source_id));
  });

  it('may begin with a byte order mark and end lines as Windows does', async () => {
    const answer = await sendForm(form('\uFEFFPhone_Number ,name\r\n"+1 415-555-0101","a, b"\r\n'));
    assert.equal(answer.status, 201, answer.text);
    assert.equal((answer.body as { contact_rows: number }).contact_rows, 1);
  });

  const WRONG: readonly (readonly [what: string, form: () => Buffer, says: RegExp])[] = [
    ['another extension', () => form(GOOD, 'list.txt'), /\.csv/],
    ['nothing in it', () => form(''), /empty/],
    ['no phone_number column', () => form('number\n+14155550101\n'), /phone_number/],
    ['a column twice', () => form('phone_number,a,a\n+14155550101,1,2\n'), /twice/],
    ['a number that is none', () => form('phone_number\n+14155550101\n12345\n'), /row 3/],
    ['a number twice', () => form('phone_number\n+14155550101\n+1 415 555-0101\n'), /row 3/],
    ['a quote that is not closed', () => form('phone_number,a\n+14155550101,"open\n'), /quote|row|line/i],
    ['UTF-16', () => form(Buffer.from(`\uFEFF${GOOD}`, 'utf16le')), /UTF-8|phone_number/],
    ['a NUL', () => form('phone_number,a\n+14155550101,\0\n'), /\w+ \w+/],
    ['a thousand columns', () => form(`phone_number${',a'.repeat(1_000)}\n`), /columns/],
  ];
  for (const [what, body, says] of WRONG)
    it(`are refused with 400 and a sentence when there is ${what}`, async () => {
      const answer = await sendForm(body());
      assert.equal(answer.status, 400, answer.text);
      assert.match(String(answer.detail), says);
    });

  it('are refused with 413 when they are too large', async () => {
    const answer = await sendForm(form(`phone_number\n${'+14155550101\n'.repeat(500_000)}`));
    assert.equal(answer.status, 413);
  });

  it('are refused with 422 when the form has no file, and with 400 when it is no form', async () => {
    assert.equal((await sendForm(form(GOOD, 'list.csv', 'other'))).status, 422);
    const broken = await sendForm(form(GOOD).subarray(0, -20));
    assert.equal(broken.status, 400, broken.text);
  });

  it('are taken from nobody without a token', async () => {
    assert.equal((await sendForm(form(GOOD), 'none')).status, 401);
  });
});
