import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { buildConsole } from '../../tools/build/console.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** What the whole console may weigh, as it is sent. */
const MOST_BYTES = 180_000;
const OF_CODE = /[.](js|css|html)$/;

describe('the bundle of the console', function () {
  it('is light, in files of their own, and takes nothing from elsewhere', async () => {
    const directory = await temporaryDirectory();
    await buildConsole(directory);
    const names = (await readdir(directory, { recursive: true })).filter((name) => OF_CODE.test(name));
    const weights = names.map(async (name) => {
      const file = join(directory, name);
      return (await stat(`${file}.gz`).catch(() => stat(file))).size;
    });
    const weight = (await Promise.all(weights)).reduce((sum, size) => sum + size, 0);
    assert.isBelow(weight, MOST_BYTES);
    assert.isAbove(weight, 20_000, 'something was built');
    const page = await readFile(join(directory, 'index.html'), 'utf8');
    assert.notMatch(page, /<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|https?:/);
    for (const name of names.filter((each) => each.endsWith('.css')))
      assert.notMatch(
        await readFile(join(directory, name), 'utf8'),
        /@import|url\((?!['"]?(?:data:|\/console\/))/,
        name,
      );
  });
});
