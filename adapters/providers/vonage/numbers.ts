import { CarrierFailure } from '../../../domain/telephony/carrier-failure.ts';
import { textOf } from '../../../domain/unverified-json.ts';
import { sortedNumbers, withoutPlus, withPlus } from '../_carrier/values.ts';
import type { CarrierRest } from '../_carrier/rest.ts';
import type { CarrierService } from '../define.ts';

/** Page size, the carrier's maximum, and maximum number of pages. */
const PAGE = 100;
const MOST_PAGES = 500;

interface OwnedNumber {
  readonly msisdn?: unknown;
  readonly country?: unknown;
  readonly app_id?: unknown;
}

/** Numbers at Vonage. Changing one requires its country. */
export const numbers = (rest: CarrierRest): Pick<CarrierService, 'numbers' | 'hasNumber' | 'link' | 'unlink'> => ({
  numbers: async () => sortedNumbers((await listed(rest, {})).map(({ msisdn }) => textOf(msisdn))),
  hasNumber: async (number) => (await numberCalled(rest, number)) !== undefined,
  async link(number, applicationId) {
    const owned = await numberCalled(rest, number);
    if (!owned) throw new CarrierFailure(`Vonage: ${number} is not a number of this account`, { status: 404 });
    await update(rest, owned, applicationId);
  },
  async unlink(number, applicationId) {
    const owned = await numberCalled(rest, number);
    // Vonage's own command line unlinks this way: an update without an application.
    if (owned && textOf(owned.app_id) === applicationId) await update(rest, owned, undefined);
  },
});

/** The filter matches parts of numbers. */
const numberCalled = async (rest: CarrierRest, number: string): Promise<OwnedNumber | undefined> =>
  (await listed(rest, { pattern: withoutPlus(number) })).find(({ msisdn }) => withPlus(textOf(msisdn)) === number);

async function listed(rest: CarrierRest, filter: Readonly<Record<string, string>>): Promise<OwnedNumber[]> {
  const owned: OwnedNumber[] = [];
  for (let index = 1; index <= MOST_PAGES; index += 1) {
    const query = { ...filter, index, size: PAGE };
    const { body } = await rest({ method: 'GET', path: 'account/numbers', query });
    const items = Array.isArray(body['numbers']) ? (body['numbers'] as OwnedNumber[]) : [];
    owned.push(...items);
    if (items.length === 0 || owned.length >= Number(body['count'] ?? 0)) break;
  }
  return owned;
}

/** A refusal may come with an unusual status. */
async function update(
  rest: CarrierRest,
  { msisdn, country }: OwnedNumber,
  applicationId: string | undefined,
): Promise<void> {
  const form = { country: textOf(country), msisdn: textOf(msisdn), app_id: applicationId };
  const { body } = await rest({ method: 'POST', path: 'number/update', form });
  const code = textOf(body['error-code']);
  if (code !== '200')
    throw new CarrierFailure(`Vonage did not change the number${/^\d{3}$/.test(code) ? ` (code ${code})` : ''}`, {
      status: /^4\d\d$/.test(code) ? Number(code) : 502,
    });
}
