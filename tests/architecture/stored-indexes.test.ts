import { readFile } from 'node:fs/promises';
import { assert } from 'chai';
import { storedName } from '../../adapters/documents/drivers/index-names.ts';
import { collections } from '../../tools/migrate/collections.ts';

/** Every index that a release has made, by collection and stored name. */
const RECORDED = new URL('./stored-indexes.json', import.meta.url);

type Indexes = Readonly<Record<string, string>>;

async function indexesNow(): Promise<Indexes> {
  const lines: [string, string][] = [];
  for (const { name, indexes } of await collections())
    for (const index of indexes) {
      const { fields, unique = false, sparse } = index;
      const text = fields.join(', ') + (unique ? ', unique' : '') + (sparse === undefined ? '' : `, with ${sparse}`);
      lines.push([`${name}.${storedName(index)}`, text]);
    }
  return Object.fromEntries(lines.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

describe('the indexes of stored documents', () => {
  /**
   * SQLite keeps an index of the same name as it was, MongoDB refuses to start, and a release that runs beside this one
   * needs its own. So a changed index gets another name.
   */
  it('are defined as recorded under their name, and new ones are recorded', async () => {
    const [now, recorded] = [await indexesNow(), JSON.parse(await readFile(RECORDED, 'utf8')) as Indexes];
    for (const [name, text] of Object.entries(now))
      assert.equal(recorded[name], text, `${name}: give the changed index another name, or record the new one`);
  });

  /** The release before still uses them, and would be slow: they are removed one release later. */
  it('are removed by name, so that no store keeps one that nothing uses', async () => {
    const [now, recorded] = [await indexesNow(), JSON.parse(await readFile(RECORDED, 'utf8')) as Indexes];
    const former = (await collections()).flatMap(({ name, formerIndexes = [] }) =>
      formerIndexes.map((each) => `${name}.${each}`),
    );
    for (const name of former) assert.notProperty(now, name);
    for (const name of Object.keys(recorded))
      assert.isTrue(name in now || former.includes(name), `${name} is gone: list it in formerIndexes`);
  });
});
