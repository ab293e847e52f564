import { assert } from 'chai';
import { parse } from '../../../adapters/document-text/parsers/markdown.ts';
import { parsed } from './parsed.ts';

describe('the parser of Markdown', () => {
  it('reads headings, text, lists and tables, without marks and properties', async () => {
    const file = `---
title: Hours
---
# Blue *Door*

We are **open**
on [Sundays](https://example.com), see \`hours\`.

Prices
------
- coffee
- tea

| Day | Opens |
| --- | ----- |
| Sunday | 10 |

<details><summary>Parking?</summary>Yes.</details>
`;
    assert.deepEqual(await parsed(parse, file), [
      '# Blue Door',
      'We are open on Sundays, see hours.',
      '## Prices',
      ['- coffee', '- tea'],
      ['- Day: Sunday; Opens: 10'],
      '####### Parking?',
      'Yes.',
      '####### ',
    ]);
  });

  it('reads text without any marks', async () => {
    assert.deepEqual(await parsed(parse, 'One.\n\nTwo < 3 & 4.'), ['One.', 'Two < 3 & 4.']);
    assert.deepEqual(await parsed(parse, '---\nnot closed'), ['not closed']);
  });
});
