import { plivoTelephony } from '../../../adapters/providers/plivo/telephony.ts';
import { carrierContract, type CarrierStand, SECRET } from '../../contracts/carrier.contract.ts';
import { bites } from '../../support/contract.ts';
import { plivoService } from './plivo-service.ts';
import { carrierStand } from './stand.ts';

/** A carrier that takes every refusal for a yes, dials twice to be sure, takes no call anywhere, and complains when there is nothing to do. */
async function carelessStand(): Promise<CarrierStand> {
  const stand = await carrierStand(plivoTelephony, { auth_id: 'MAXX', auth_token: SECRET }, plivoService);
  const { carrier } = stand;
  const complain = (): Promise<never> => Promise.reject(new Error('There was nothing to do'));
  const dial: typeof carrier.dial = async (request) => {
    await carrier.dial(request).catch(() => undefined);
    await carrier.dial(request).catch(() => undefined);
    return { sid: '' };
  };
  return {
    ...stand,
    carrier: {
      ...carrier,
      addApplication: async () => '1',
      changeApplication: async () => undefined,
      removeApplication: complain,
      numbers: async () => ['14155551000'],
      hasNumber: async () => true,
      link: async () => undefined,
      unlink: complain,
      dial,
      hangUp: complain,
      redirect: async () => undefined,
      lookUp: async () => null,
    },
  };
}

describe('carriers: the contract', () => bites(carrierContract, carelessStand));
