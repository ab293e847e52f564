import { assert } from 'chai';
import { reachCarriers } from '../../application/credentials/reach-carriers.ts';
import { declaredProviders, DECLARATIONS } from '../support/declared-providers.ts';
import { refusalOf } from '../support/refusals.ts';
import { openTelephonyDesk, type TelephonyDesk } from '../support/telephony-desk.ts';

describe('the carriers of an organisation', () => {
  let desk: TelephonyDesk;
  beforeEach(async () => (desk = await openTelephonyDesk()));
  afterEach(() => desk.ports.close());

  it('are opened with what the organisation stored, and nobody else', async () => {
    await desk.store('plivo', 'o2');
    const { organisationCarriers, carriers } = desk.ports;
    assert.equal((await organisationCarriers.of('o2', 'plivo')).provider, 'plivo');
    assert.equal((await organisationCarriers.find('o1', 'vobiz'))?.provider, 'vobiz');
    assert.deepEqual(carriers.opened, [
      { auth_id: 'id', auth_token: 'token of o2' },
      { auth_id: 'id', auth_token: 'token of o1' },
    ]);
  });

  it('cannot be asked without credentials', async () => {
    const { organisationCarriers } = desk.ports;
    const { problem, message } = await refusalOf(organisationCarriers.of('o2', 'plivo'));
    assert.deepEqual([problem, message], ['invalid', 'No credentials are stored for the telephony provider plivo']);
    assert.isNull(await organisationCarriers.find('o2', 'plivo'));
  });

  it('are those of the telephone only', async () => {
    await desk.store('deepgram');
    for (const provider of ['deepgram', 'pigeon', 'toString', '']) {
      const { problem, message } = await refusalOf(desk.ports.organisationCarriers.of('o1', provider));
      assert.deepEqual([problem, message], ['invalid', 'provider must be a registered telephony provider']);
      assert.isNull(await desk.ports.organisationCarriers.find('o1', provider));
    }
  });

  it('that need no credentials are opened without', async () => {
    const [declaration] = DECLARATIONS.filter(({ provider }) => provider === 'courier');
    const providers = declaredProviders([{ ...declaration!, required: [] }]);
    const free = reachCarriers({ ...desk.ports, providers });
    assert.equal((await free.of('o1', 'courier')).provider, 'courier');
    assert.deepEqual(desk.ports.carriers.opened, [{}]);
  });

  it('stay closed when the credentials cannot be read', async () => {
    const { providerAuths, organisationCarriers, carriers } = desk.ports;
    const stored = await providerAuths.find('o1', 'plivo');
    await providerAuths.put({ ...stored!, auth: 'enc:v1:nonsense' });
    const { problem, message } = await refusalOf(organisationCarriers.of('o1', 'plivo'));
    assert.deepEqual([problem, message], ['failed', 'Failed to decrypt ProviderAuth credentials']);
    assert.isEmpty(carriers.opened);
  });
});
