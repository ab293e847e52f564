import { readFile } from 'node:fs/promises';
import { assert } from 'chai';
import { settingNames } from '../support/setting-names.ts';

const textOf = (name: string): Promise<string> => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');

describe('the operations page', () => {
  it('lists every setting, and none that is not read', async () => {
    const [, table = ''] = (await textOf('docs/operations.md')).split(/^## Settings$/m);
    const rows = [...table.matchAll(/^\| +([A-Z][A-Z0-9_, ]*?) +\|/gm)];
    const listed = rows.flatMap(([, names = '']) => names.split(', '));
    assert.sameMembers(listed, settingNames());
  });
});
