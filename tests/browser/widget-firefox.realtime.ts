import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { assert } from 'chai';
import { skip } from '../support/skipped.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { FIREFOX, openFirefox } from './firefox.ts';
import { ANSWER, openWidgetSite } from './widget-site.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const ROOT = `document.querySelector('voice-agent').shadowRoot`;
const has = (words: string): string => `${ROOT}.textContent.includes(${JSON.stringify(words)})`;

describe('the widget in Firefox', function () {
  before(function () {
    if (FIREFOX === null) skip(this, 'there is no Firefox: apt-get install firefox-esr');
  });

  it('converses with microphone and in writing, and is accessible', async () => {
    const site = await openWidgetSite();
    const page = await openFirefox(site.page('name="Shop" mode="voice"'));
    atEndOfTest(() => page.close());
    await page.run(`(globalThis.events = [], ['activity', 'warning', 'ended'].forEach((type) =>
      document.addEventListener('voice-agent-' + type, ({ detail }) => events.push([type, detail.reason ?? detail.code ?? detail]))))`);
    await page.run(`(${ROOT}.querySelector('.launcher').click(), ${ROOT}.querySelector('.primary').click())`);
    await page.until(has('Hello.'));
    await page.run(`document.querySelector('voice-agent').sendText('when do you open')`);
    await page.until(has(ANSWER));
    await page.run(await readFile(AXE, 'utf8').then((source) => `(() => { ${source} })()`));
    const violations = await page.run<string[]>(
      `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
    );
    assert.deepEqual(violations, []);
    await page.run(`document.querySelector('voice-agent').end()`);
    await page.until(has('You ended the conversation.'));
    const events = await page.run<[string, string][]>('events');
    // A machine without a sound card starts to play late.
    const others = events.filter(([type, code]) => type !== 'activity' && code !== 'autoplay_blocked');
    assert.deepEqual(others, [['ended', 'caller_left']], 'nothing is wrong with the microphone');
    assert.isTrue(events.some(([, activity]) => activity === 'speaking'));
  });
});
