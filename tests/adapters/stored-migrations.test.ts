import { assert } from 'chai';
import { encryptCredentials } from '../../adapters/documents/migrations/encrypt-credentials.ts';
import { renameLinkActions } from '../../adapters/documents/migrations/rename-link-actions.ts';
import type { Collection, DocumentStore } from '../../adapters/documents/collection.ts';
import { documentProviderAuths } from '../../adapters/documents/provider-auths.ts';
import { fernetCipher } from '../../adapters/cipher/fernet.ts';
import type { Migration } from '../../application/ports/migrations.ts';
import { unsealed } from '../../domain/credentials/provider-auth.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { ENCRYPTION_KEY } from '../support/world.ts';
import { engine } from './documents-repository.ts';

type Fields = Record<string, string | number | boolean | object | null | undefined>;

const cipher = fernetCipher(ENCRYPTION_KEY, fakeClock());
const AT = '2026-01-01T12:00:00.000Z';

const credentials = (org_id: string, auth: string | object | null, more: Fields = {}): Fields => ({
  ...{ org_id, provider: 'deepgram', auth, created_at: AT, updated_at: AT },
  ...more,
});

async function stored(documents: DocumentStore, name: string): Promise<Fields[]> {
  const found: Fields[] = [];
  for await (const each of (await documents.open<Fields>({ name, indexes: [] })).all()) found.push(each);
  return found;
}

/** Runs all batches. Answers how many documents were read and changed, and the batches. */
async function complete(migration: Migration): Promise<readonly [read: number, changed: number, batches: number]> {
  let [read, changed, batches] = [0, 0, 0];
  for (let cursor: string | null = null; ; batches += 1) {
    const batch = await migration.batch(cursor);
    read += batch.read;
    changed += batch.changed;
    if (batch.next === null) return [read, changed, batches + 1];
    cursor = batch.next;
  }
}

/** The store, which runs this once between the first read of a collection and what follows. */
function interrupted(documents: DocumentStore, name: string, meanwhile: () => Promise<unknown>): DocumentStore {
  let isDone = false;
  return {
    ...{ ping: () => documents.ping(), close: () => documents.close() },
    async open<T extends object>(definition: Parameters<typeof documents.open<T>>[0]): Promise<Collection<T>> {
      const opened = await documents.open<T>(definition);
      if (definition.name !== name) return opened;
      return new Proxy(opened, {
        get(target, method) {
          const member: unknown = Reflect.get(target, method);
          if (method !== 'find') return typeof member === 'function' ? (member.bind(target) as unknown) : member;
          return async (...given: Parameters<Collection<T>['find']>) => {
            const found = await target.find(...given);
            if (!isDone) await meanwhile();
            isDone = true;
            return found;
          };
        },
      });
    },
  };
}

describe('the migration that encrypts credentials', () => {
  it('encrypts text and fields that are stored plainly, and keeps everything else', async () => {
    const documents = await engine();
    const auths = await documents.open<Fields>({ name: 'provider_auths', indexes: [] });
    const encrypted = `enc:v1:${cipher.encrypt('{"api_key":"c"}')}`;
    await auths.insertAll([
      credentials('one', '{"api_key":"a"}', { allowed_hosts: ['a.example'], of_a_newer_release: { kept: true } }),
      credentials('two', { api_key: 'b' }),
      credentials('three', encrypted),
      credentials('four', 'enc:v1:of another key'),
      credentials('five', 'not JSON'),
      credentials('six', null),
    ]);
    assert.deepEqual(await complete(await encryptCredentials(documents, cipher)), [6, 2, 1]);
    const after = await stored(documents, 'provider_auths');
    const [one, two, ...others] = after as [Fields, Fields, ...Fields[]];
    assert.deepEqual(unsealed(one['auth'], cipher.decrypt), { api_key: 'a' });
    assert.deepEqual(unsealed(two['auth'], cipher.decrypt), { api_key: 'b' });
    for (const each of [one, two]) assert.match(each['auth'] as string, /^enc:v1:/);
    assert.deepInclude(one, { allowed_hosts: ['a.example'], of_a_newer_release: { kept: true }, updated_at: AT });
    assert.deepEqual(
      others.map(({ auth: kept }) => kept),
      [encrypted, 'enc:v1:of another key', 'not JSON', null],
    );
    // What is encrypted stays as it is, so a batch that a crash repeats does no harm.
    assert.deepEqual(await complete(await encryptCredentials(documents, cipher)), [6, 0, 1]);
  });

  it('works in batches, of which each begins where the last one ended', async () => {
    const documents = await engine();
    const auths = await documents.open<Fields>({ name: 'provider_auths', indexes: [] });
    const orgs = Array.from({ length: 1_100 }, (_, index) => `org ${String(index).padStart(4, '0')}`);
    const isPlain = (_: unknown, index: number): boolean => index % 100 === 99;
    await auths.insertAll(
      orgs.map((org, index) => credentials(org, isPlain(org, index) ? { api_key: org } : 'enc:v1:of another key')),
    );
    const [, changed, batches] = await complete(await encryptCredentials(documents, cipher));
    assert.deepEqual([changed, batches], [11, 3]);
    const after = await stored(documents, 'provider_auths');
    for (const { org_id, auth: kept } of after.filter(isPlain))
      assert.deepEqual(unsealed(kept, cipher.decrypt), { api_key: org_id });
  });

  it('leaves credentials alone that an admin stores between its read and its write', async () => {
    const documents = await engine();
    const repository = await documentProviderAuths(documents);
    const auths = await documents.open<Fields>({ name: 'provider_auths', indexes: [] });
    await auths.insert(credentials('one', { api_key: 'old' }));
    const fresh = `enc:v1:${cipher.encrypt('{"api_key":"new"}')}`;
    const meanwhile = interrupted(documents, 'provider_auths', () =>
      repository.put({
        ...{ org_id: 'one', provider: 'deepgram', auth: fresh, created_at: AT, updated_at: '2026-01-02T12:00:00.000Z' },
      }),
    );
    assert.deepEqual(await complete(await encryptCredentials(meanwhile, cipher)), [1, 0, 1]);
    assert.equal((await repository.find('one', 'deepgram'))?.auth, fresh);
  });

  it('fails without an encryption key, and changes nothing', async () => {
    const documents = await engine();
    const auths = await documents.open<Fields>({ name: 'provider_auths', indexes: [] });
    await auths.insert(credentials('one', { api_key: 'plain' }));
    const failed = (await encryptCredentials(documents, fernetCipher(null, fakeClock()))).batch(null);
    assert.match(await failed.then(String, String), /PROVIDER_AUTH_ENCRYPTION_KEY/);
    assert.deepEqual((await stored(documents, 'provider_auths'))[0]?.['auth'], { api_key: 'plain' });
  });
});

describe('the migration that renames the actions of numbers', () => {
  it('renames those of earlier versions in batches, and keeps everything else', async () => {
    const documents = await engine();
    const numbers = await documents.open<Fields>({ name: 'phone_numbers', indexes: [] });
    const actions = ['attach', 'detach', 'attached', null, 'of a newer release'];
    await numbers.insertAll(
      Array.from({ length: 600 }, (_, index) => ({
        phone_number: `+1555${String(index).padStart(7, '0')}`,
        last_link_action: actions[index % actions.length],
        updated_at: AT,
      })),
    );
    // The last number of a batch is read again as the first of the next one.
    assert.deepEqual(await complete(await renameLinkActions(documents)), [601, 240, 2]);
    const after = await stored(documents, 'phone_numbers');
    assert.deepEqual(
      after.slice(0, 5).map(({ last_link_action }) => last_link_action),
      ['attached', 'detached', 'attached', null, 'of a newer release'],
    );
    assert.isEmpty(after.filter(({ last_link_action }) => /^(at|de)tach$/.test(last_link_action as string)));
    assert.deepEqual(await complete(await renameLinkActions(documents)), [601, 0, 2]);
  });

  it('leaves a number alone that is detached between its read and its write', async () => {
    const documents = await engine();
    const numbers = await documents.open<Fields>({ name: 'phone_numbers', indexes: [] });
    await numbers.insert({ phone_number: '+15550100000', last_link_action: 'attach' });
    const meanwhile = interrupted(documents, 'phone_numbers', () =>
      numbers.change({ phone_number: '+15550100000' }, { last_link_action: 'detached' }),
    );
    assert.deepEqual(await complete(await renameLinkActions(meanwhile)), [1, 0, 1]);
    assert.equal((await stored(documents, 'phone_numbers'))[0]?.['last_link_action'], 'detached');
  });
});
