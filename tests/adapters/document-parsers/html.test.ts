import { assert } from 'chai';
import { parse } from '../../../adapters/document-text/parsers/html.ts';
import { parsed } from './parsed.ts';

const WORDS = 'These words are about an inn, its rooms, its garden and the people who live in it. '.repeat(6);

describe('the parser of HTML', () => {
  it('reads headings, paragraphs and lists in order, without scripts and navigation', async () => {
    const page = `<!doctype html><html><head><title>Blue Door</title><style>p { color: red }</style></head><body>
      <nav><a href="/">Home</a></nav><h1>The  Blue
      Door</h1><p>We are <b>open</b>.<br>Every day.<script>alert(1)</script></p>
      <h2><div>Food</div></h2>We serve:<ul><li>coffee</li><li><p>tea</p><p>black</p><ol><li>hot</li><li>iced</li></ol></li></ul>
      <dl><dt>Cake</dt><dd>4 euros</dd><dt>Soup</dt><dd>5 euros</dd></dl></body></html>`;
    assert.deepEqual(await parsed(parse, page), [
      '# The Blue Door',
      'We are open. Every day.',
      '## Food',
      'We serve:',
      ['- coffee', '- tea black', '1. hot', '2. iced'],
      ['Cake: 4 euros', 'Soup: 5 euros'],
    ]);
  });

  it('names the columns of a table in each of its rows', async () => {
    const rows = '<tr><th scope=row>Sunday<td>10<td>17</tr><tr><th>Monday<td colspan=2>closed</tr>';
    const table = `<table><caption>Hours</caption><tr><th>Day<th>Opens<th>Closes</tr>${rows}</table>`;
    assert.deepEqual(await parsed(parse, table), [
      'Hours',
      ['- Day: Sunday; Opens: 10; Closes: 17', '- Day: Monday; Opens: closed'],
    ]);
  });

  it('tells titles of columns from values where a table does not', async () => {
    const table = (...rows: string[][]): string =>
      `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
    assert.deepEqual(await parsed(parse, table(['Day', 'Opens', 'Closes'], ['Sunday', '10', '17'])), [
      ['- Day: Sunday; Opens: 10; Closes: 17'],
    ]);
    assert.deepEqual(await parsed(parse, table(['Owner', 'Ada'], ['Phone', '12'])), [['- Owner: Ada', '- Phone: 12']]);
    assert.deepEqual(await parsed(parse, table(['Ada', '12', 'yes'], ['Eve', '13', 'no'])), [
      ['- Ada: 12; yes', '- Eve: 13; no'],
    ]);
    assert.deepEqual(await parsed(parse, table(['One.'], ['Two.'])), ['One.', 'Two.']);
  });

  it('reads a table or list that only arranges the page as what lies in it', async () => {
    const page = '<table><tr><td><h2>Left</h2><p>One.</td><td><h2>Right</h2><p>Two.</td></tr></table>';
    assert.deepEqual(await parsed(parse, page), ['## Left', 'One.', '## Right', 'Two.']);
    const list = '<ul><li><h3>When?</h3><p>At nine.</li><li><h3>Where?</h3><p>Here.</li></ul>';
    assert.deepEqual(await parsed(parse, list), ['### When?', 'At nine.', '### Where?', 'Here.']);
  });

  it('puts a collapsible answer under its question, and what follows it not', async () => {
    const page = '<h2>FAQ</h2><details><summary>When?</summary>At nine.</details><details hidden><summary>Where?';
    assert.deepEqual(await parsed(parse, `${page}</summary><p>Here.</details>Call us.`), [
      '## FAQ',
      '####### When?',
      'At nine.',
      '####### ',
      '####### Where?',
      'Here.',
      '####### ',
      'Call us.',
    ]);
  });

  it('takes the title of a page without a main heading for one', async () => {
    const page = '<html><head><title>Blue Door</title></head><body><h2>Hours</h2><p>At nine.</body></html>';
    assert.deepEqual(await parsed(parse, page), ['# Blue Door', '## Hours', 'At nine.']);
  });

  it('reads what lies beside the main content, but not links alone', async () => {
    const article = `<article><h1>The clinic</h1>${`<p>${WORDS}</p>`.repeat(4)}<p><a href="/route">How to get here</a></p></article>`;
    const rows = ['Monday', 'Tuesday'].map(
      (day) => `<tr><td><a href="/${day}">${day}</a><td>${'open from nine '.repeat(10)}</tr>`,
    );
    const aside = `<aside class="sidebar"><table>${rows.join('')}</table></aside>`;
    const footer = '<div class="footer">Call 030 1234 <a href="/mail">or write</a></div>';
    const links = '<ul class="links"><li><a href="/a">Imprint</a></li> | <li><a href="/b">Contact</a></li></ul>';
    const blocks = await parsed(parse, `<html><body>${links}${article}${aside}${footer}${links}</body></html>`);
    const text = JSON.stringify(blocks);
    for (const kept of ['Monday: open from nine', 'Call 030 1234 or write', 'How to get here', 'The clinic'])
      assert.include(text, kept);
    assert.notMatch(text, /Imprint|Contact/);
  });

  it('keeps links of a page that is mainly links', async () => {
    const doctors = ['Ada', 'Eve', 'Bob'].map((name) => `<li><a href="/${name}">Doctor ${name}</a></li>`);
    assert.deepEqual(await parsed(parse, `<html><body><h1>Doctors</h1><ul>${doctors.join('')}</ul></body></html>`), [
      '# Doctors',
      ['- Doctor Ada', '- Doctor Eve', '- Doctor Bob'],
    ]);
  });

  it('reads the main content of an article, and all of a page of which that would be too little', async () => {
    const article = `<article><h1>The inn</h1><p>${WORDS}</p><p>${WORDS}</p><p>${WORDS}</p></article>`;
    const menu = '<div class="sidebar menu"><a href="/a">Imprint</a> <a href="/b">Contact</a></div>';
    const page = (...parts: string[]): string => `<html><body>${parts.join('')}</body></html>`;
    const main = await parsed(parse, page(menu, article));
    assert.notInclude(JSON.stringify(main), 'Imprint');
    assert.deepEqual(
      main.filter((block) => block.includes('The inn')),
      ['# The inn'],
    );
    const prices = `<div class="footer">${'<span>A room costs 80 euros. </span>'.repeat(100)}</div>`;
    assert.include(JSON.stringify(await parsed(parse, page(article, prices))), '80 euros');
  });

  it('reads a page in the encoding that it declares', async () => {
    const page = Buffer.concat([
      Buffer.from('<html><head><meta charset="windows-1251"></head><body>'),
      Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
    ]);
    assert.deepEqual(await parsed(parse, page), ['Привет']);
    assert.deepEqual(await parsed(parse, Buffer.from('<meta charset="klingon"><p>\u00d6l', 'latin1')), ['Öl']);
  });

  it('reads what is broken as far as it goes, and nothing in an empty page', async () => {
    assert.deepEqual(await parsed(parse, '</p></td><h1>One<p>Two<li>three<table><td>four &amp; five'), [
      'One Two',
      'three',
      'four & five',
    ]);
    assert.deepEqual(await parsed(parse, '<html><head><title>Empty</title></head><body><img src=x></body></html>'), []);
  });
});
