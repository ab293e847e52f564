import { assert } from 'chai';
import { readFile } from 'node:fs/promises';
import { readConfig, type Env } from '../../bootstrap/config.ts';
import { composeText, wantedBy } from '../deployment/compose.ts';
import { settingNames } from './setting-names.ts';

describe('.env.example', () => {
  it('explains exactly the variables that are read, by the platform or by compose.yaml', async () => {
    const text = await readFile(new URL('../../.env.example', import.meta.url), 'utf8');
    const forCompose = wantedBy(await composeText()).map(({ name }) => name);
    assert.sameMembers(explained(text), [...new Set([...settingNames(), ...forCompose])]);
  });

  it('shows the defaults', async () => {
    const text = await readFile(new URL('../../.env.example', import.meta.url), 'utf8');
    assert.deepEqual(readConfig(shownIn(text), ['runtime']), readConfig({}, ['runtime']));
  });
});

/** The variables of the file, each of which must follow a comment. */
function explained(text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, place) => {
    const name = /^#?([A-Z][A-Z0-9_]*)=/.exec(line)?.[1];
    if (name === undefined) return [];
    assert.match(lines[place - 1] ?? '', /^# /, `${name} follows no comment`);
    return [name];
  });
}

function shownIn(text: string): Env {
  const lines = text.matchAll(/^#([A-Z][A-Z0-9_]*)=(.*)$/gm);
  return Object.fromEntries(Array.from(lines, ([, name = '', value = '']) => [name, value] as const));
}
