import { assert } from 'chai';
import { openOrganisationCarriers } from '../../application/credentials/organisation-carriers.ts';
import { declaredProviders, DECLARATIONS } from '../domain/providers/declared-providers.ts';
import { refusalOf } from '../support/refusals.ts';
import { openTelephonyFixture, type TelephonyFixture } from './telephony-fixture.ts';

describe('organisation carriers', () => {
  let fixture: TelephonyFixture;
  beforeEach(async () => (fixture = await openTelephonyFixture()));

  it("are opened with the organisation's own credentials only", async () => {
    await fixture.store('plivo', 'o2');
    const { organisationCarriers, carriers } = fixture.ports;
    assert.equal((await organisationCarriers.of('o2', 'plivo')).provider, 'plivo');
    assert.equal((await organisationCarriers.find('o1', 'vobiz'))?.provider, 'vobiz');
    assert.deepEqual(carriers.opened, [
      { auth_id: 'id', auth_token: 'token of o2' },
      { auth_id: 'id', auth_token: 'token of o1' },
    ]);
  });

  it('require credentials', async () => {
    const { organisationCarriers } = fixture.ports;
    const { problem, message } = await refusalOf(organisationCarriers.of('o2', 'plivo'));
    assert.deepEqual([problem, message], ['invalid', 'No credentials are stored for the telephony provider plivo']);
    assert.isNull(await organisationCarriers.find('o2', 'plivo'));
  });

  it('include telephony providers only', async () => {
    await fixture.store('deepgram');
    for (const provider of ['deepgram', 'pigeon', 'toString', '']) {
      const { problem, message } = await refusalOf(fixture.ports.organisationCarriers.of('o1', provider));
      assert.deepEqual([problem, message], ['invalid', 'provider must be a registered telephony provider']);
      assert.isNull(await fixture.ports.organisationCarriers.find('o1', provider));
    }
  });

  it('open without credentials when none are needed', async () => {
    const [declaration] = DECLARATIONS.filter(({ provider }) => provider === 'courier');
    const providers = declaredProviders([{ ...declaration!, required: [] }]);
    const free = openOrganisationCarriers({ ...fixture.ports, providers });
    assert.equal((await free.of('o1', 'courier')).provider, 'courier');
    assert.deepEqual(fixture.ports.carriers.opened, [{}]);
  });

  it('fail when the credentials cannot be decrypted', async () => {
    const { providerAuths, organisationCarriers, carriers } = fixture.ports;
    const stored = await providerAuths.find('o1', 'plivo');
    await providerAuths.put({ ...stored!, auth: 'enc:v1:nonsense' });
    const { problem, message } = await refusalOf(organisationCarriers.of('o1', 'plivo'));
    assert.deepEqual([problem, message], ['failed', 'Failed to decrypt ProviderAuth credentials']);
    assert.isEmpty(carriers.opened);
  });
});
