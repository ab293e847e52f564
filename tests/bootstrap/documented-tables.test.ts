import { readFile } from 'node:fs/promises';
import { assert } from 'chai';
import { registered } from '../../adapters/providers/registered-providers.ts';
import { settingNames } from './setting-names.ts';

const textOf = (name: string): Promise<string> => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');

describe('the operations page', () => {
  it('lists every setting, and none that is not read', async () => {
    const [, table = ''] = (await textOf('docs/operations.md')).split(/^## Settings$/m);
    const rows = [...table.matchAll(/^\| +([A-Z][A-Z0-9_, ]*?) +\|/gm)];
    const listed = rows.flatMap(([, names = '']) => names.split(', '));
    assert.sameMembers(listed, settingNames());
  });
});

describe('the table of vendors', () => {
  it('lists every provider that hears, speaks or thinks, and no other', async () => {
    const [, section = ''] = (await textOf('docs/providers.md')).split(/^## Vendors$/m);
    const [table = ''] = section.split(/^## /m);
    const listed = [...table.matchAll(/^\| `(\w+)` +\| (STT|TTS|LLM) /gm)].map(([, id, kind]) => `${kind} ${id}`);
    const known = (['stt', 'tts', 'llm'] as const).flatMap((kind) =>
      registered[kind].map(({ declaration }) => `${kind.toUpperCase()} ${declaration.provider}`),
    );
    assert.sameMembers(listed, known);
  });
});
