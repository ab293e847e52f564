import { assert } from 'chai';
import { Container, ContainerModule } from 'inversify';
import { wiring } from '../../bootstrap/wiring.ts';

interface Parts {
  port: number;
  address: string;
  greeting: string;
  goodbye: string;
}

const { provide, resolve, replace } = wiring<Parts>();

const containerOf = (setUp: (has: ReturnType<typeof provide>) => void): Container => {
  const container = new Container();
  container.load(new ContainerModule(({ bind }) => setUp(provide(bind))));
  return container;
};

describe('wiring', () => {
  it('hands each part the parts it names, by their names', async () => {
    const container = containerOf((has) => {
      has('greeting', ({ address, port }) => `at ${address}, door ${port}`, 'port', 'address');
      has('address', () => 'home');
      has('port', () => 7);
    });
    assert.equal(await resolve(container, 'greeting'), 'at home, door 7');
  });

  it('makes a part once, however many ask and however early', async () => {
    let made = 0;
    const container = containerOf((has) => {
      has('port', async () => {
        await Promise.resolve();
        made += 1;
        return made;
      });
      has('address', ({ port }) => `a${port}`, 'port');
      has('greeting', ({ port, address }) => `g${port}${address}`, 'port', 'address');
      has('goodbye', ({ port }) => `f${port}`, 'port');
    });
    const requests = await Promise.all([
      resolve(container, 'greeting'),
      resolve(container, 'goodbye'),
      resolve(container, 'port'),
    ]);
    assert.deepEqual(requests, ['g1a1', 'f1', 1]);
    assert.equal(await resolve(container, 'port'), 1);
  });

  it('waits for promised parts before it hands them on', async () => {
    const container = containerOf((has) => {
      has('port', () => Promise.resolve(9));
      has('address', ({ port }) => `door ${port + 1}`, 'port');
    });
    assert.equal(await resolve(container, 'address'), 'door 10');
  });

  it('fails with the error of the part that could not be made', async () => {
    const container = containerOf((has) => {
      has('port', () => Promise.reject(new Error('no free port')));
      has('address', ({ port }) => String(port), 'port');
    });
    assert.match(await refusal(resolve(container, 'address')), /no free port/);
  });

  it('names a missing dependency in its error', async () => {
    const container = containerOf((has) => has('address', ({ port }) => String(port), 'port'));
    assert.match(await refusal(resolve(container, 'address')), /port/);
  });

  it('puts a stand-in where a part was', async () => {
    const container = containerOf((has) => {
      has('port', () => 7);
      has('address', ({ port }) => `door ${port}`, 'port');
    });
    await replace(container, { port: 8 });
    assert.equal(await resolve(container, 'address'), 'door 8');
  });

  it('does not compile when a name, a need or a type is wrong', () => {
    containerOf((has) => {
      // @ts-expect-error no part has this name
      has('cellar', () => 1);
      // @ts-expect-error the part is a number
      has('port', () => 'seven');
      // @ts-expect-error the promised part is a number
      has('port', () => Promise.resolve('seven'));
      // @ts-expect-error the address is used but not named as a need
      has('greeting', ({ address }) => `${address}`, 'port');
      // @ts-expect-error nothing is named, so nothing is handed over
      has('greeting', ({ address }) => `${address}`);
      // @ts-expect-error a need that does not exist
      has('greeting', () => '', 'cellar');
      // @ts-expect-error a maker that asks for more than the named needs
      has('greeting', (parts: { address: string; port: number }) => parts.address, 'address');
    });
    const neverRun = (): void => {
      // @ts-expect-error no part has this name
      void resolve(new Container(), 'cellar');
      // @ts-expect-error the part is a number
      const text: Promise<string> = resolve(new Container(), 'port');
      void text;
      // @ts-expect-error the stand-in is not a number
      void replace(new Container(), { port: 'eight' });
    };
    assert.isFunction(neverRun);
  });
});

const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'nothing was refused',
    (error: Error) => error.message,
  );
