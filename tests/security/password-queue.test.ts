import { assert } from 'chai';
import { boundedPasswords } from '../../adapters/passwords/bounded.ts';
import { accountUseCases } from '../../application/accounts/index.ts';
import { openWorld, type World } from '../support/world.ts';

const AT_ONCE = 2;
const WAITING = 3;
const FLOOD = 20;

/** Passwords that are checked only when the test says so. */
function slowPasswords() {
  const waiting: (() => void)[] = [];
  let [atWork, mostAtWork, isReleased] = [0, 0, false];
  const turn = async (): Promise<void> => {
    mostAtWork = Math.max(mostAtWork, (atWork += 1));
    if (!isReleased) await new Promise<void>((resolve) => void waiting.push(resolve));
    atWork -= 1;
  };
  return {
    hash: async () => (await turn(), 'hash'),
    matches: async () => (await turn(), false),
    release() {
      isReleased = true;
      for (const resume of waiting.splice(0)) resume();
    },
    get mostAtWork() {
      return mostAtWork;
    },
  };
}

describe('flood of logins', () => {
  let world: World;
  let slow: ReturnType<typeof slowPasswords>;
  beforeEach(async () => {
    slow = slowPasswords();
    world = await openWorld((ports) => ({
      accounts: accountUseCases({
        ...ports,
        passwords: boundedPasswords(slow, { atOnce: AT_ONCE, waiting: WAITING }),
      }),
    }));
  });

  const logIn = (turn: number) =>
    world.ask('POST', '/api/v1/users/login', { body: { email: `user${turn}@example.com`, password: 'x' } });

  it('fills a bounded queue, gets 503 beyond it and delays no other request', async () => {
    const answers: number[] = [];
    let logins: ReturnType<typeof logIn>[] = [];
    await new Promise<void>((resolve) => {
      logins = Array.from({ length: FLOOD }, async (_, turn) => {
        const answer = await logIn(turn);
        if (answers.push(answer.status) === FLOOD - AT_ONCE - WAITING) resolve();
        return answer;
      });
    });
    const { status } = await world.ask('GET', '/health');
    assert.equal(status, 200);
    assert.deepEqual(answers, Array<number>(FLOOD - AT_ONCE - WAITING).fill(503), 'No password was checked yet');
    slow.release();
    const all = await Promise.all(logins);
    assert.lengthOf(
      all.filter((answer) => answer.status === 401),
      AT_ONCE + WAITING,
    );
    const [refused] = all.filter((answer) => answer.status === 503);
    assert.equal(refused?.detail, 'Too many passwords are being checked at once. Try again in a few seconds.');
    assert.equal(refused?.headers.get('retry-after'), '5');
    assert.equal(slow.mostAtWork, AT_ONCE);
  });

  it('leaves the next login working once the queue is empty', async () => {
    const logins = Array.from({ length: FLOOD }, (_, turn) => logIn(turn));
    await Promise.race(logins);
    slow.release();
    await Promise.all(logins);
    assert.equal((await logIn(0)).status, 401);
    assert.isEmpty(world.log.filter(({ level }) => level === 'error'));
  });
});
