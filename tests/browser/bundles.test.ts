import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { buildBrowserPackage, buildWidget, buildWidgetPackage } from '../../tools/build/web-clients.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const WIDGET_BYTES_MAX = 35_000;

describe('the built clients for browsers', () => {
  it('are a script of less than 35 kB gzipped, which evaluates no text, and its worklet', async () => {
    const directory = await temporaryDirectory();
    await buildWidget(directory);
    const { size } = await stat(join(directory, 'widget.js.gz'));
    assert.isBelow(size, WIDGET_BYTES_MAX);
    assert.isAbove(size, 5_000, 'something was built');
    const script = await readFile(join(directory, 'widget.js'), 'utf8');
    assert.notMatch(script, /\beval\(|new Function\(|innerHTML|https?:\/\/(?!www\.w3\.org)/);
    assert.include(script, 'registerProcessor', 'a copy of the worklet for pages that cannot load the file');
    assert.include(await readFile(join(directory, 'widget-worklet.js'), 'utf8'), 'registerProcessor');
  });

  it('are modules without imports', async () => {
    const directory = await temporaryDirectory();
    await Promise.all([buildBrowserPackage(join(directory, 'browser')), buildWidgetPackage(join(directory, 'widget'))]);
    const names = await readdir(directory, { recursive: true });
    assert.includeMembers(names, ['browser/index.js', 'browser/worklet.js', 'widget/index.js', 'widget/widget.js']);
    for (const name of ['browser/index.js', 'widget/index.js']) {
      const code = await readFile(join(directory, name), 'utf8');
      assert.notMatch(code, /^import /m, name);
      assert.match(code, /export \{[^}]*VoiceAgent/, name);
    }
  });
});
