import { readFile } from 'node:fs/promises';
import { assert } from 'chai';
import { parseAgentConfig } from '../../domain/agents/config.ts';
import { testProviders } from '../support/providers.ts';

const EXAMPLES = new URL('../../docs/examples/', import.meta.url);
const TEMPLATES = new URL('../../console/src/pages/agents/templates/', import.meta.url);

describe('the templates of the console', () => {
  for (const name of ['appointment', 'survey'])
    it(`have the ${name} of the documentation, which needs neither a tool nor a telephone`, async () => {
      const read = async (folder: URL): Promise<{ agent_category: string; config: { tools?: unknown } }> =>
        JSON.parse(await readFile(new URL(`${name}.json`, folder), 'utf8')) as never;
      const template = await read(TEMPLATES);
      assert.deepEqual(template, await read(EXAMPLES));
      assert.equal(template.agent_category, 'websocket');
      assert.isUndefined(parseAgentConfig(template.config, testProviders()).tools);
    });
});
