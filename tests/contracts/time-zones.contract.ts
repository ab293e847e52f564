import { assert } from 'chai';
import type { TimeZones } from '../../application/ports/time-zones.ts';
import type { Contract } from '../support/contract.ts';

/** Zone, moment and how many minutes its clocks are ahead then. */
const KNOWN: readonly [string, string, number][] = [
  ['UTC', '2026-06-01T00:00:00Z', 0],
  ['Asia/Kolkata', '2026-06-01T00:00:00Z', 330],
  ['Asia/Kathmandu', '2026-06-01T00:00:00Z', 345],
  ['Europe/Berlin', '2026-03-29T00:59:59Z', 60],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', 120],
  ['Europe/Berlin', '2026-10-25T00:59:59Z', 120],
  ['Europe/Berlin', '2026-10-25T01:00:00Z', 60],
  ['Europe/Berlin', '2040-07-01T00:00:00Z', 120],
  ['America/New_York', '2026-03-08T06:59:59Z', -300],
  ['America/New_York', '2026-03-08T07:00:00Z', -240],
  ['America/New_York', '2026-11-01T06:00:00Z', -300],
  ['America/St_Johns', '2026-01-01T00:00:00Z', -210],
  ['Australia/Lord_Howe', '2026-01-01T00:00:00Z', 660],
  ['Australia/Lord_Howe', '2026-07-01T00:00:00Z', 630],
  ['Pacific/Chatham', '2026-01-01T00:00:00Z', 825],
  ['Pacific/Kiritimati', '2026-01-01T00:00:00Z', 840],
  ['Pacific/Apia', '2011-12-29T12:00:00Z', -600],
  ['Pacific/Apia', '2011-12-31T12:00:00Z', 840],
  ['Etc/GMT+5', '2026-01-01T00:00:00Z', -300],
];

export const timeZonesContract: Contract<TimeZones> = {
  'knows what clocks show all over the world, to the second of their changes': async (zones) => {
    for (const [zone, moment, minutes] of KNOWN)
      assert.equal(zones.offsetAt(zone, new Date(moment)), minutes, `${zone} at ${moment}`);
  },

  'knows no zone that there is not': async (zones) => {
    const now = new Date('2026-01-01T00:00:00Z');
    for (const zone of ['', 'Mars/Base', '+05:30', '../../etc/passwd', 'Europe', 'tzdata.zi', 'Europe/Berlin/', 'a\0b'])
      assert.isNull(zones.offsetAt(zone, now), zone);
  },
};
