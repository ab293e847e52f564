import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { readConfig } from '../../bootstrap/config.ts';
import { ssoConnection } from '../support/sso-connection.ts';
import { temporaryDirectory } from '../support/temporary.ts';

async function connectionsIn(yaml: string) {
  const path = join(await temporaryDirectory(), 'sso.yaml');
  await writeFile(path, yaml);
  return readConfig({ SSO_CONNECTIONS_FILE: path }, ['api']).ssoConnections;
}

const YAML = `
- org_id: acme
  issuer: https://login.acme.example
  client_id: voice
  client_secret: the secret of the client
  domains: [acme.example]
`;

describe('the file of single sign-on connections', () => {
  it('is YAML, and read by the API only', async () => {
    assert.deepEqual(await connectionsIn(YAML), [ssoConnection()]);
    assert.deepEqual(readConfig({ SSO_CONNECTIONS_FILE: '/nowhere' }, ['runtime']).ssoConnections, []);
  });

  it('stops the start when it is missing or wrong, with an advice and without its content', async () => {
    const problemOf = (yaml: string) =>
      connectionsIn(yaml).then(
        () => 'none',
        (error: Error) => error.message,
      );
    assert.include(await problemOf('a: [the secret'), 'SSO_CONNECTIONS_FILE: write the path of a readable YAML file');
    assert.notInclude(await problemOf('a: [the secret'), 'the secret');
    assert.include(
      await problemOf(YAML.replace('domains', 'domain')),
      'SSO_CONNECTIONS_FILE: correct the file: [0] may only have the fields org_id, issuer',
    );
    assert.throws(() => readConfig({ SSO_CONNECTIONS_FILE: '/nowhere' }, ['api']), 'SSO_CONNECTIONS_FILE');
  });
});
