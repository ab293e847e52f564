import { assert } from 'chai';
import type { Answer } from '../support/client.ts';
import { fileForm, sendForm } from '../support/contact-lists.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { openWorld, type World } from '../support/world.ts';

/** What a world takes. */
const CSV_BYTES = 100_000;
const GOOD = 'phone_number,name\n+14155550101,Ada\n\n+14155550102,Ben\n';

describe('contact lists over HTTP', () => {
  let world: World;
  let fixture: AgentFixture;
  before(async () => {
    world = await openWorld();
    fixture = await openAgentFixture(world);
  });

  const send = (raw: string | Uint8Array, token = fixture.token): Promise<Answer> => sendForm(world, token, raw);

  it('are stored, and the rows with a number are counted', async () => {
    const answer = await send(fileForm(GOOD, 'Spring list.csv'));
    assert.equal(answer.status, 201, answer.text);
    const { source_id, ...rest } = answer.body as { source_id: string; filename: string; contact_rows: number };
    assert.deepEqual({ ...rest }, { filename: 'Spring list.csv', contact_rows: 2 });
    assert.match(source_id, new RegExp(`^${fixture.org_id}/campaigns/[\\w-]+/Spring_list\\.csv$`));
    assert.isNotNull(await world.ports.objects.size(source_id));
  });

  it('may begin with a byte order mark and end lines as Windows does', async () => {
    const answer = await send(fileForm('\uFEFFPhone_Number ,name\r\n"+1 415-555-0101","a, b"\r\n'));
    assert.equal(answer.status, 201, answer.text);
    assert.equal((answer.body as { contact_rows: number }).contact_rows, 1);
  });

  const WRONG: readonly (readonly [what: string, form: () => Buffer, says: RegExp])[] = [
    ['another extension', () => fileForm(GOOD, 'list.txt'), /^The file name must end in \.csv$/],
    ['no extension', () => fileForm(GOOD, 'csv'), /^The file name must end in \.csv$/],
    ['nothing in it', () => fileForm(''), /^The file is empty$/],
    ['nothing but a byte order mark', () => fileForm('\uFEFF'), /^The file is empty$/],
    ['no phone_number column', () => fileForm('number\n+14155550101\n'), /^The file has no phone_number column in the/],
    ['no header', () => fileForm('+14155550101\n+14155550102\n'), /^The file has no phone_number column in the/],
    [
      'a column twice',
      () => fileForm('phone_number,a,A \n+14155550101,1,2\n'),
      /^Duplicate column in the header row: a$/,
    ],
    [
      'the number column twice',
      () => fileForm('phone_number,PHONE_NUMBER\n'),
      /^Duplicate column in the header row: phone_number$/,
    ],
    [
      'numbers that are none',
      () => fileForm('phone_number\n+14155550101\n12345\nfour\n+1415555010a\n'),
      /^Rows cannot be dialled: not an E\.164 number such as \+15550100000 in row 3, 4, 5$/,
    ],
    [
      'numbers twice',
      () => fileForm('phone_number\n+14155550101\n+1 415 555-0101\n+14155550102\n+14155550101\n'),
      /^Rows cannot be dialled: a number that appeared before in row 3, 5$/,
    ],
    [
      'more of both than are named',
      () => fileForm(`phone_number\n+14155550101\n${'+14155550101\n1\n'.repeat(10)}`),
      /a number that appeared before in row 3, 5, 7; not an E\.164 .+ in row 4, 6, and 15 more$/,
    ],
    [
      'a quote that is not closed',
      () => fileForm('phone_number,a\n+14155550101,b\n+14155550102,"open\n'),
      /^The file is not valid CSV: a quote is opened and never closed, in row 3$/,
    ],
    [
      'something behind a quote',
      () => fileForm('phone_number,a\n+14155550101,"b"c\n'),
      /^The file is not valid CSV: a closing quote is followed by something else, in row 2$/,
    ],
    ['UTF-16', () => fileForm(Buffer.from(`\uFEFF${GOOD}`, 'utf16le')), /^The file is not text in UTF-8$/],
    ['UTF-16 without a mark', () => fileForm(Buffer.from(GOOD, 'utf16le')), /^The file contains NUL bytes/],
    [
      'Latin-1',
      () => fileForm(Buffer.from('phone_number,a\n+14155550101,\xe9\n', 'latin1')),
      /^The file is not text in/,
    ],
    ['a NUL', () => fileForm('phone_number,a\n+14155550101,\0\n'), /^The file contains NUL bytes: save it as CSV/],
    [
      'a ZIP under its name',
      () => fileForm(Buffer.from('504b0304140000000800', 'hex')),
      /^The file contains NUL bytes/,
    ],
    [
      'a thousand columns',
      () => fileForm(`phone_number${',a'.repeat(1_000)}\n`),
      /^The file has more than 200 columns$/,
    ],
    [
      'a row of megabytes',
      () => fileForm(`phone_number,a\n+14155550101,${'x'.repeat(20_000)}\n`),
      /more than 10000 char/,
    ],
  ];
  for (const [what, body, says] of WRONG)
    it(`are refused with 400 and a sentence when there is ${what}`, async () => {
      const answer = await send(body());
      assert.equal(answer.status, 400, answer.text);
      assert.match(String(answer.detail), says);
    });

  it('refuses 100,000 columns, however long their names are', async () => {
    const wide = `phone_number${',c'.repeat(100_000)}\n+14155550101\n`;
    const large = await openWorld(() => ({}), { csvBytes: 5_242_880 });
    const answer = await sendForm(large, (await openAgentFixture(large)).token, fileForm(wide));
    assert.deepInclude(answer, { status: 400, detail: 'The file has more than 200 columns' });
  });

  it('have fewer bytes than the limit', async () => {
    const padded = (bytes: number): string => `phone_number\n+14155550101${'\n'.repeat(bytes)}`.slice(0, bytes);
    assert.equal((await send(fileForm(padded(CSV_BYTES - 1)))).status, 201);
    assert.equal((await send(fileForm(padded(CSV_BYTES)))).status, 413);
  });

  it('are refused with 413 when they are too large', async () => {
    const answer = await send(fileForm(`phone_number\n${'+14155550101\n'.repeat(500_000)}`));
    assert.equal(answer.status, 413);
  });

  it('answers 422 to a form without a file and 400 to a broken form', async () => {
    assert.equal((await send(fileForm(GOOD, 'list.csv', 'other'))).status, 422);
    const broken = await send(fileForm(GOOD).subarray(0, -20));
    assert.equal(broken.status, 400, broken.text);
  });

  it('are refused with 422 that names multipart/form-data when the body is JSON, or nothing at all', async () => {
    for (const path of ['/api/v1/campaign/upload', '/api/v1/knowledge/upload'])
      for (const sent of [{ body: { file: 'x' } }, {}]) {
        const answer = await world.ask('POST', path, { token: fixture.token, ...sent });
        const [problem] = answer.detail as { loc: string[]; msg: string; type: string }[];
        const msg = 'Content-Type must be multipart/form-data';
        assert.deepEqual([answer.status, problem], [422, { loc: ['body'], msg, type: 'content_type' }]);
      }
  });

  it('requires a token', async () => {
    assert.equal((await send(fileForm(GOOD), 'none')).status, 401);
  });
});
