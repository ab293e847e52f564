import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { accountsFile } from '../../../adapters/simulator/accounts-file.ts';
import { Accounts, addApplication } from '../../../adapters/simulator/accounts.ts';
import { rememberingLog } from '../../support/remembering-log.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const NUMBER = '+15550100000';
const FACTS = { app_name: 'agent', answer_url: 'http://a/answer', hangup_url: 'http://a/hangup' };

describe('accounts of the simulated carrier', () => {
  let file: string;
  let events: () => string[];
  beforeEach(async () => {
    file = join(await temporaryDirectory(), 'data', 'simulator.json');
  });

  const opened = async () => {
    const { log, lines } = rememberingLog();
    events = () => lines.map(({ event }) => event);
    const keeper = await accountsFile(file, log);
    return { accounts: new Accounts(keeper), written: () => keeper.written() };
  };

  it('answer their numbers after a restart, the last that linked one first', async () => {
    const { accounts, written } = await opened();
    for (const id of ['MA1', 'MA2']) {
      const account = accounts.of(id, `token of ${id}`);
      accounts.link(account, NUMBER, addApplication(account, { ...FACTS, app_name: id }).app_id);
      accounts.changed();
    }
    await written();
    const again = (await opened()).accounts;
    assert.deepEqual(again.answering(NUMBER), accounts.answering(NUMBER));
    assert.deepEqual(again.answering(NUMBER, 'MA1'), accounts.answering(NUMBER, 'MA1'));
    assert.equal(again.answering(NUMBER)?.application.app_name, 'MA2');
  });

  it('are written in order, for their owner alone', async () => {
    const { accounts, written } = await opened();
    const account = accounts.of('MA1', 'token');
    for (let change = 0; change < 20; change += 1) {
      addApplication(account, FACTS);
      accounts.changed();
    }
    await written();
    const [kept] = JSON.parse(await readFile(file, 'utf8')) as { applications: unknown[] }[];
    assert.lengthOf(kept?.applications ?? [], 20);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
  });

  it('starts empty when the file is unreadable and continues when it is not writable', async () => {
    await mkdir(join(file, '..'));
    await writeFile(file, '{');
    const { accounts } = await opened();
    assert.isNull(accounts.answering(NUMBER));
    assert.deepEqual(events(), ['simulator.accounts_unreadable']);
    file = join(file, 'simulator.json');
    const { accounts: others, written } = await opened();
    others.changed();
    await written();
    assert.deepEqual(events(), ['simulator.accounts_unreadable', 'simulator.accounts_not_kept']);
  });
});
