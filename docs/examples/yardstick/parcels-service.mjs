/** The parcel shop of the yardstick: parcels, redirections and claims in memory. Plain Node, no packages. */
import { digitsOf, numberOf, plain } from './words.mjs';

const SHOPS = ['mill street', 'station', 'market square'];

const newParcels = () => ({
  30517: { postcode: '10115', status: 'in transit', at: 'it is expected tomorrow' },
  30982: { postcode: '50667', status: 'out for delivery', at: 'the driver comes today' },
  41266: { postcode: '80331', status: 'delivered', at: 'it was delivered three days ago' },
  41890: { postcode: '20095', status: 'delivered', at: 'it was delivered two weeks ago' },
});

/** A parcel shop of its own for one conversation. `state` has what was changed, and which parcels were read. */
export function newService() {
  const parcels = newParcels();
  const [changes, read] = [[], []];
  const parcelOf = (id) => parcels[digitsOf(id)];

  const routes = {
    'POST /parcels/check': ({ number, postcode }) => {
      const found = parcelOf(number);
      if (!found || found.postcode !== digitsOf(postcode))
        return [403, { error: 'Number and postcode do not belong together.' }];
      read.push(digitsOf(number));
      return [200, { parcel: digitsOf(number), message: `The parcel is ${found.status}: ${found.at}.` }];
    },
    'POST /parcels/redirections': ({ parcel, shop }) => {
      const place = SHOPS.find((each) => plain(shop).includes(each));
      if (!parcelOf(parcel)) return [403, { error: 'The parcel is not checked.' }];
      if (!place) return [404, { error: `Shops: ${SHOPS.join(', ')}.` }];
      changes.push({ redirected: digitsOf(parcel), shop: place });
      return [201, { message: `The parcel will be at the shop ${place} tomorrow after two.` }];
    },
    'POST /parcels/holds': ({ parcel, days }) => {
      const count = numberOf(days);
      if (!parcelOf(parcel)) return [403, { error: 'The parcel is not checked.' }];
      if (!count) return [422, { error: 'days must be a number.' }];
      changes.push({ held: digitsOf(parcel), days: count });
      return [201, { message: `The parcel is kept for ${count} days.` }];
    },
    'POST /parcels/claims': ({ parcel, damage }) => {
      if (!parcelOf(parcel)) return [403, { error: 'The parcel is not checked.' }];
      if (plain(damage) === '') return [422, { error: 'damage must say what is damaged.' }];
      changes.push({ claimed: digitsOf(parcel), damage: plain(damage) });
      return [201, { message: 'The claim has the number C one one seven.' }];
    },
  };

  return {
    answerTo: (method, path, body) => routes[`${method} ${path}`]?.(body ?? {}) ?? [404, { error: 'No such request' }],
    state: () => ({ changes, read: [...new Set(read)] }),
  };
}
