import { createServer, type Server } from 'node:http';
import { pathToFileURL } from 'node:url';
import { Provider, type Configuration } from 'oidc-provider';
import { CLIENT_ID, CLIENT_SECRET } from '../../domain/accounts/sso-examples.ts';

const configuration = (redirectUri: string): Configuration => ({
  clients: [
    {
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  cookies: { keys: ['cookies of a test'] },
  // The login that is typed is the address, which counts as verified.
  findAccount: (_context, sub) => ({
    accountId: sub,
    claims: () => ({ sub, email: sub, email_verified: true }),
  }),
});

/**
 * An OpenID provider with the certified `oidc-provider`, with pages on which any address logs in with any password. For
 * tests and trials only.
 */
export async function openidServer(port: number, redirectUri: string) {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`;
  const answer = new Provider(issuer, configuration(redirectUri)).callback();
  server.on('request', (request, response) => void answer(request, response));
  return {
    issuer,
    close: () => new Promise<void>((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { issuer } = await openidServer(9400, process.argv[2] ?? 'http://127.0.0.1:8000/console/sso');
  process.stdout.write(`An OpenID provider for trials listens on ${issuer}\n`);
}
