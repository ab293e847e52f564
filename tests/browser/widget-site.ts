import express, { type Router } from 'express';
import type { ApiClient } from '../../tools/demo/api-client.ts';
import { buildWidget } from '../../tools/build/web-clients.ts';
import { localServer } from '../support/local-server.ts';
import { joinPlatform, openPlatform } from '../support/platform.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** A site of a customer with the widget, and the platform behind it. */
export interface WidgetSite {
  readonly origin: string;
  readonly api: ApiClient;
  readonly runtimeUrl: string;
  readonly orgId: string;
  readonly agentId: string;
  /** The address of a page with these attributes of the element, and this language. */
  page(attributes?: string, language?: string, agentId?: string): string;
  /** Another agent, with these parts of its configuration. */
  agent(config: object): Promise<string>;
}

export const QUESTION = 'what are your opening hours';
export const ANSWER = 'We are open from noon to ten in the evening, every day.';

const MODELS = {
  stt_config: { provider: 'local', mode: 'phrases', phrases: [QUESTION] },
  tts_config: { provider: 'local', voice: 'slt' },
};
const RULES = [
  {
    when: 'show',
    say: '',
    call: { tool: 'show_product', arguments: { id: 'p7' } },
    say_answer: 'The page says {{answer}}.',
    say_failure: 'The page failed.',
  },
];
const CONFIG = {
  prompts: { greeting_message: 'Hello.' },
  language: { primary: 'en' },
  models: { ...MODELS, llm_config: { provider: 'script', rules: RULES, otherwise: ANSWER } },
  page_tools: [{ name: 'show_product', description: 'Shows a product.' }],
};

/** Opens the site. The runtime needs tickets, and the page has a strict policy. */
export async function openWidgetSite(): Promise<WidgetSite> {
  const directory = await temporaryDirectory();
  await buildWidget(directory);
  const platform = await openPlatform({ env: { WEB_CALLS: 'ticket', WIDGET_DIR: directory } });
  const named = (config: object, more: object = {}) => ({
    name: 'Shop',
    agent_category: 'websocket',
    config: { ...config, ...more },
  });
  const app = express();
  const { url: origin } = await localServer(app);
  const web = { allowed_origins: [origin] };
  const user = await joinPlatform(platform, named(CONFIG, { web }));
  const { key } = await user.api.ask<{ key: string }>('POST', '/api-keys', { name: 'Site', scopes: ['calls.web'] });
  const { ticketRoutes } = (await import(new URL('../../docs/examples/ticket-express.mjs', import.meta.url).href)) as {
    ticketRoutes: (options: object) => Router;
  };
  const [apiOrigin, runtime] = [new URL(platform.apiBaseUrl).origin, platform.runtimeUrl.replace('http', 'ws')];
  app.use('/:agent', (request, response, next) => {
    const { agent: agentId } = request.params;
    if (request.method !== 'POST') return next();
    return ticketRoutes({ api: apiOrigin, apiKey: key, agentId })(request, response, next);
  });
  app.get('/:agent', (request, response) => {
    const { attributes, language } = request.query as { attributes: string; language: string };
    response.setHeader(
      'Content-Security-Policy',
      `default-src 'none'; script-src ${apiOrigin}; connect-src 'self' ${runtime}; img-src data:`,
    );
    response.type('html').send(`<!doctype html>
      <html lang="${language}"><head><meta charset="utf-8"><title>A shop</title>
      <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"></head>
      <body><main><h1>A shop</h1><p>Of many things.</p></main>
      <voice-agent agent="${request.params.agent}" ticket-url="/${request.params.agent}/voice-ticket" ${attributes}></voice-agent>
      <script src="${apiOrigin}/widget.js"></script></body></html>`);
  });
  return {
    ...{ origin, api: user.api, runtimeUrl: platform.runtimeUrl, orgId: user.orgId, agentId: user.agentId },
    page: (attributes = '', language = 'en', agentId = user.agentId) =>
      `${origin}/${agentId}?${String(new URLSearchParams({ attributes, language }))}`,
    async agent(more) {
      const body = { ...named(CONFIG, { web, ...more }), name: crypto.randomUUID() };
      return (await user.api.ask<{ agent_id: string }>('POST', '/agents', body)).agent_id;
    },
  };
}
