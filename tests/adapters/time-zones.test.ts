import { assert } from 'chai';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInZones } from '../../adapters/time-zones/built-in.ts';
import { posixRule } from '../../adapters/time-zones/posix-rule.ts';
import { systemZones } from '../../adapters/time-zones/system.ts';
import { zoneRule } from '../../adapters/time-zones/zone-file.ts';
import { timeZonesContract } from '../contracts/time-zones.contract.ts';
import { bites, keeps } from '../support/contract.ts';
import { atEndOfTest, temporaryDirectory } from '../support/temporary.ts';

const NOON = new Date('2026-06-01T12:00:00.000Z');

/** A zone file of version 2 with one change at this second, from an offset to another, and what comes after all changes. */
function zoneFile(second: number, [before, after]: readonly [number, number], footer: string): Buffer {
  const header = Buffer.alloc(44);
  header.write('TZif2', 'latin1');
  const counts = Buffer.from(header);
  [0, 0, 0, 1, 2, 4].forEach((count, place) => counts.writeUInt32BE(count, 20 + place * 4));
  const change = Buffer.alloc(9);
  change.writeBigInt64BE(BigInt(second));
  change[8] = 1;
  const kinds = Buffer.alloc(12);
  kinds.writeInt32BE(before, 0);
  kinds.writeInt32BE(after, 6);
  return Buffer.concat([header, counts, change, kinds, Buffer.from('AAA\0'), Buffer.from(`\n${footer}\n`)]);
}

/** A directory of zones with this version. */
async function zones(version: string): Promise<string> {
  const directory = await temporaryDirectory();
  await writeFile(join(directory, 'tzdata.zi'), `# version ${version}\n`);
  await mkdir(join(directory, 'Mars'));
  await writeFile(join(directory, 'Mars/Base'), zoneFile(NOON.getTime() / 1_000, [0, 7_200], '<+03>-3'));
  return directory;
}

describe('time zones: built into Node', () => keeps(timeZonesContract, builtInZones));
describe('time zones: of the operating system', () => keeps(timeZonesContract, () => systemZones(undefined, '')));
describe('time zones: the contract', () => bites(timeZonesContract, () => ({ offsetAt: () => 0 })));

describe('the zones of the operating system', () => {
  it('are followed when they are not older than those of Node', async () => {
    const directory = await zones('2026b');
    assert.equal(systemZones(directory, '2026b').offsetAt('Mars/Base', NOON), 180);
    assert.isNull(systemZones(directory, '2026c').offsetAt('Mars/Base', NOON));
    assert.equal(systemZones(directory, '2026b').offsetAt('Asia/Kolkata', NOON), 330);
  });

  it('are not looked for where there are none', () => {
    assert.equal(systemZones('/nowhere').offsetAt('Asia/Kolkata', NOON), 330);
  });
});

describe('a zone file', () => {
  it('answers the offset around each change and by the rule after the last', () => {
    const rule = zoneRule(zoneFile(1_000, [60, 120], '<+03>-3'))!;
    assert.deepEqual([rule(999), rule(1_000), rule(9e9)], [60, 10_800, 10_800]);
  });

  it('refuses invalid and unsupported files', () => {
    assert.isNull(zoneRule(Buffer.from('no zone')));
    assert.isNull(zoneRule(zoneFile(0, [0, 0], 'XYZ3ABC,J60,J300')));
  });
});

describe('a rule for every year', () => {
  const at = (moment: string): number => Date.parse(moment) / 1_000;
  const RULES: readonly [string, string, number][] = [
    ['CET-1CEST,M3.5.0,M10.5.0/3', '2026-03-29T00:59:59Z', 3_600],
    ['CET-1CEST,M3.5.0,M10.5.0/3', '2026-03-29T01:00:00Z', 7_200],
    ['AEST-10AEDT,M10.1.0,M4.1.0/3', '2026-01-01T00:00:00Z', 39_600],
    ['AEST-10AEDT,M10.1.0,M4.1.0/3', '2026-07-01T00:00:00Z', 36_000],
    ['IST-1GMT0,M10.5.0,M3.5.0/1', '2026-01-01T00:00:00Z', 0],
    ['<-03>3<-02>,M3.5.0/-1,M10.5.0/0', '2026-07-01T00:00:00Z', -7_200],
    ['<+0545>-5:45', '2026-07-01T00:00:00Z', 20_700],
    ['EST5', '2026-07-01T00:00:00Z', -18_000],
  ];
  for (const [text, moment, expected] of RULES)
    it(`${text} says ${expected} at ${moment}`, () => assert.equal(posixRule(text)!(at(moment)), expected));
});

describe('built-in time zones', () => {
  it('open a zone once, in whatever case the rows of a contact list write its name', () => {
    const { DateTimeFormat } = Intl;
    let opened = 0;
    // What is opened is not visible otherwise, but it takes a fifth of a millisecond and some kilobytes each time.
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      construct: (target, args) => {
        opened += 1;
        return Reflect.construct(target, args) as object;
      },
    });
    atEndOfTest(() => void (Intl.DateTimeFormat = DateTimeFormat));
    const { offsetAt } = builtInZones();
    for (const name of ['Europe/Berlin', 'europe/berlin', 'EUROPE/BERLIN', 'eUROPE/bERLIN'])
      assert.equal(offsetAt(name, new Date('2026-01-01')), 60);
    assert.equal(opened, 1);
  });
});
