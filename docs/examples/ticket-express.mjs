/**
 * A ticket endpoint for the widget, with Express. `VOICE_API_KEY=vak_… AGENT_ID=… node docs/examples/ticket-express.mjs` listens
 * on 127.0.0.1 at PORT, or 8800, and has a page to try it. VOICE_API is the address of the platform's API. Its one package:
 * `npm install express`.
 */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import express from 'express';

/** How long the platform may take, in milliseconds. */
const ANSWER_MS = 10_000;

/**
 * Routes with `POST /voice-ticket`. Put them behind what protects your other forms: a login or a captcha. The page chooses neither
 * the agent nor the visitor: both come from here. Behind a proxy, set `trust proxy` of your app: `request.ip` is that of the proxy
 * otherwise.
 */
export function ticketRoutes({ api, apiKey, agentId, visitorOf = (request) => request.ip }) {
  const routes = express.Router();
  routes.post('/voice-ticket', async (request, response) => {
    const origin = request.get('Origin');
    const call = { agent_id: agentId, visitor: String(visitorOf(request)), ...(origin && { origin }) };
    const answer = await fetch(new URL('/api/v1/calls/web', api), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` },
      body: JSON.stringify(call),
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch(() => null);
    response.set('Cache-Control', 'no-store');
    if (answer?.status === 201) return response.json(await answer.json());
    if (answer?.status === 429) response.set('Retry-After', answer.headers.get('Retry-After') ?? '60');
    // What the platform says is for your log, not for visitors.
    console.error(
      `voice ticket: ${answer ? `${answer.status} ${await answer.text()}` : 'the platform did not answer'}`,
    );
    response.sendStatus([403, 429].includes(answer?.status) ? answer.status : 502);
  });
  return routes;
}

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A page to try the endpoint. In a page of yours, the script and the element `voice-agent` do the same. */
const trialPage = ({ api, agentId }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Try the agent</title>
<link rel="icon" href="data:,">
<script src="${escaped(api)}/widget.js" async></script>
</head>
<body>
<h1>Try the agent</h1>
<p>If it is not available on this page, add the page's origin to <code>web.allowed_origins</code> of the agent.</p>
<voice-agent agent="${escaped(agentId)}" ticket-url="/voice-ticket"></voice-agent>
</body>
</html>
`;

/** The routes with the page at `/`. */
export function trialRoutes(options) {
  const routes = ticketRoutes(options);
  routes.get('/', (_request, response) => response.type('html').send(trialPage(options)));
  return routes;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { VOICE_API = 'http://127.0.0.1:8000', VOICE_API_KEY, AGENT_ID, PORT = '8800' } = process.env;
  if (!VOICE_API_KEY || !AGENT_ID) throw new Error('Set VOICE_API_KEY and AGENT_ID');
  const app = express().use(trialRoutes({ api: VOICE_API, apiKey: VOICE_API_KEY, agentId: AGENT_ID }));
  app.listen(Number(PORT), '127.0.0.1', () => console.log(`Open http://127.0.0.1:${PORT}/`));
}
