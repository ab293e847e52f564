import { assert } from 'chai';
import { blankPageTool, widgetTag, withPageTools, withWeb } from '../../console/src/pages/agents/web.ts';
import { loadSettings, type Settings } from '../../console/src/settings.ts';
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

  it('offers a tag with the ticket endpoint, and one with the socket where calls need no ticket', async () => {
    const known = { api_prefix: '/api/v1', sign_on_redirect_uri: '', runtime_url: 'https://voice.example.com' };
    const tagWith = async (settings: Pick<Settings, 'web_calls'> & Partial<Settings>) => {
      await loadSettings(`data:application/json,${encodeURIComponent(JSON.stringify({ ...known, ...settings }))}`);
      return widgetTag('https://api.example.com', { org_id: 'o', agent_id: 'a' });
    };
    const ticket = '<voice-agent agent="a" ticket-url="/voice-ticket"></voice-agent>';
    assert.include(await tagWith({ web_calls: 'ticket' }), ticket);
    assert.include(await tagWith({ web_calls: 'open', runtime_url: null }), ticket);
    const open = await tagWith({ web_calls: 'open' });
    assert.include(open, '<script src="https://api.example.com/widget.js" async></script>');
    assert.include(open, 'socket-url="wss://voice.example.com/agent/o/a"');
  });

  it('shows problems of pages and of their tools on its tab', () => {
    for (const field of ['web.allowed_origins[0]', 'page_tools[0].name'])
      assert.equal(sectionOf(draftProblem({ field: `config.${field}`, message: 'x' })?.path ?? ''), 'web');
  });
});
