import { assert } from 'chai';
import type { Page, Route } from 'playwright-core';
import { AREAS, fullConsoleOfSuite, loaded } from './support/every-page.ts';

/** What a page would run or show if it took a text for HTML, for Markdown or for a part of an attribute. */
const HOSTILE = [
  '"><img class="hostile" src="x" onerror="document.title=\'run\'">',
  '<svg class="hostile" onload="document.title=\'run\'"></svg>',
  '<script class="hostile">document.title="run"</script>',
  '[hostile](javascript:document.title="run")',
  '${document.title="run"}{{constructor.constructor(\'document.title="run"\')()}}',
].join(' ');
/** Fields that organisations, callers, models, carriers or servers of tools write. */
const WRITTEN =
  /^(?:name|title|text|words|content|summary|reason|description|instructions|detail|note|answer|quote|goal|problem|message|caption|topic|question|label|error_message|original_filename|filename|agent_name|organisation_name|success_reason|greeting_message|system_prompt|say|arguments|remarks|problems|created_by|actor|from_number|to_number)$/;

/** The value with hostile texts in all written fields. */
function hostile(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return WRITTEN.test(name) ? `${value} ${HOSTILE}` : value;
  if (Array.isArray(value)) return value.map((each: unknown) => hostile(each, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, hostile(each, key)]));
}

/** Answers of the API as they would be in an organisation full of hostile texts. */
async function poison(page: Page): Promise<() => number> {
  let poisoned = 0;
  await page.route('**/api/v1/**', async (route: Route) => {
    const response = await route.fetch();
    const type = response.headers()['content-type'] ?? '';
    if (!type.includes('json') || response.status() === 204) return route.fulfill({ response });
    poisoned += 1;
    return route.fulfill({ response, body: JSON.stringify(hostile(await response.json())) });
  });
  return () => poisoned;
}

describe('hostile texts in the console', function () {
  // Each test walks through many pages.
  this.timeout(600_000);
  const { stage, all } = fullConsoleOfSuite();

  for (const area of AREAS)
    it(`are shown as text, and neither run nor become links: ${area}`, async () => {
      const { openPage, consoleUrl } = stage();
      const { page } = await openPage('/', { as: all().account });
      const count = await poison(page);
      for (const path of all().paths[area]) {
        await page.goto(consoleUrl + path);
        await loaded(page);
        const made = await page.locator('.hostile, [href^="javascript:"], [src^="javascript:"], [srcdoc]').count();
        assert.deepEqual({ path, made, title: (await page.title()) === 'run' }, { path, made: 0, title: false });
      }
      assert.isAbove(count(), 0);
    });

  it('reach the pages at all', async () => {
    const { openPage } = stage();
    const { page } = await openPage('/', { as: all().account });
    await poison(page);
    await page.goto(`${stage().consoleUrl}/agents`);
    await page.getByText('onerror=').first().waitFor();
  });
});
