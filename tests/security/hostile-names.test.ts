import { assert } from 'chai';
import { fileForm, sendForm } from '../support/contact-lists.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { openWorld, type World } from '../support/world.ts';

/** File names that try to escape their directory, or to pass for another type. */
const STEMS: readonly string[] = [
  '../../../../etc/passwd',
  '..\\\\..\\\\windows\\\\system32',
  '/etc/cron.d/job',
  'C:/autoexec',
  '....//....//x',
  '%2e%2e%2fx',
  '..',
  '.',
  '',
  'nul\0byte',
  'invoice\u202efdp.exe',
  'ﬁle\ufeff\u200b',
  '-rf *',
  '$(reboot)`id`',
  '=cmd|calc',
  '<img src=x onerror=alert(1)>',
  "a;filename*=UTF-8''b",
  'x'.repeat(5_000),
  '💥'.repeat(300),
  'file://other-bucket/key',
];

describe('upload with a hostile file name', () => {
  let world: World;
  let fixture: AgentFixture;
  before(async () => {
    world = await openWorld();
    fixture = await openAgentFixture(world);
  });

  const kinds = [
    { path: '/campaign/upload', extension: '.csv', content: 'phone_number\n+14155550101\n' },
    { path: '/knowledge/upload', extension: '.pdf', content: '%PDF-words' },
  ] as const;
  for (const { path, extension, content } of kinds)
    it(`is stored under its own key: ${path}`, async () => {
      let taken = 0;
      for (const stem of STEMS) {
        const { status, text } = await sendForm(world, fixture.token, fileForm(content, stem + extension), path);
        assert.include([201, 400, 422], status, `${JSON.stringify(stem)} ${text}`);
        if (status === 201) taken += 1;
      }
      assert.isAbove(taken, STEMS.length / 2);
      const keys: string[] = [];
      for await (const key of world.ports.objects.keys()) keys.push(key);
      const place = /^[\w-]+\/(campaigns\/[\w-]{36}\/[\w-]{1,100}\.csv|knowledge\/[\w-]{36}\.pdf)$/;
      for (const key of keys) assert.match(key, place);
      for (const key of keys) assert.isTrue(key.startsWith(`${fixture.org_id}/`), key);
      assert.isAtLeast(keys.length, taken);
    });

  it('is downloaded under a name that cannot inject a header', async () => {
    const { body } = await fixture.ask('GET', '/knowledge');
    const documents = body as { document_id: string }[];
    assert.isNotEmpty(documents);
    for (const { document_id } of documents) {
      const { status, headers } = await fixture.ask('GET', `/knowledge/${document_id}/preview`);
      assert.equal(status, 200);
      const shown = headers.get('content-disposition') ?? '';
      assert.match(shown, /^inline; filename="[^"\\%\p{Cc}]*"; filename\*=UTF-8''[\w.!~%-]*$/u);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('content-type'), 'application/pdf');
    }
  });
});
