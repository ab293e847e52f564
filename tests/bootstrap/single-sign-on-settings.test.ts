import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { readConfig } from '../../bootstrap/config.ts';
import { SsoConnections } from '../../bootstrap/sso-connections.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { ssoConnection } from '../domain/accounts/sso-examples.ts';
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

describe('changes of the file of single sign-on connections', () => {
  it('are in force at the next look, and a wrong file changes nothing and is logged once', async () => {
    const path = join(await temporaryDirectory(), 'sso.yaml');
    const { log, lines } = rememberingLog();
    const connections = new SsoConnections([ssoConnection()], path, log);
    const { all } = connections;
    const look = async (yaml: string): Promise<readonly string[]> => {
      await writeFile(path, yaml);
      for (let times = 0; times < 2; times += 1) connections.refresh();
      return all.map(({ issuer }) => issuer);
    };
    assert.deepEqual(await look(YAML), ['https://login.acme.example']);
    assert.isEmpty(lines);
    assert.deepEqual(await look(YAML.replace('login.', 'accounts.')), ['https://accounts.acme.example']);
    assert.deepEqual(await look(`${YAML}  nonsense: true\n`), ['https://accounts.acme.example']);
    await rm(path);
    for (let times = 0; times < 2; times += 1) connections.refresh();
    assert.lengthOf(all, 1);
    assert.deepEqual(await look('[]'), []);
    assert.deepEqual(
      lines.map(({ event }) => event),
      ['read', 'refused', 'refused', 'read'].map((end) => `single_sign_on.file_${end}`),
    );
  });

  it('need no file', () => {
    const connections = new SsoConnections([], null, rememberingLog().log);
    connections.refresh();
    assert.isEmpty(connections.all);
  });
});
