import { assert } from 'chai';
import { blankPageTool, withPageTools, withWeb } from '../../console/src/pages/agents/web.ts';
import { draftProblem, sectionOf } from '../../console/src/pages/agents/draft-problems.ts';
import { parseAgentConfig } from '../../domain/agents/config.ts';
import { testConfig, testProviders } from '../support/providers.ts';

describe('the form of an agent on web pages', () => {
  it('leaves out what limits nothing', () => {
    assert.deepEqual(withWeb(undefined, { visitor_calls_at_once: 2 }), { web: { visitor_calls_at_once: 2 } });
    const both = { allowed_origins: ['https://a.example'], calls_per_minute: 9 };
    assert.deepEqual(withWeb(both, { allowed_origins: [] }), { web: { calls_per_minute: 9 } });
    assert.isUndefined(withWeb({ calls_per_minute: 9 }, { calls_per_minute: null }).web);
    assert.isUndefined(withPageTools([]).page_tools);
  });

  it('starts a tool of the page that is stored as it is once it has a name and a description', () => {
    const tool = { ...blankPageTool(), name: 'show_product', description: 'Shows a product.' };
    const config = parseAgentConfig({ ...testConfig(), ...withPageTools([tool]) }, testProviders());
    assert.deepEqual(config.page_tools, [tool]);
  });

  it('shows problems of pages and of their tools on its tab', () => {
    for (const field of ['web.allowed_origins[0]', 'page_tools[0].name'])
      assert.equal(sectionOf(draftProblem({ field: `config.${field}`, message: 'x' })?.path ?? ''), 'web');
  });
});
