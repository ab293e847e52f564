import { ContainerModule } from 'inversify';
import { storeFaultLog } from '../../adapters/lib/store-faults.ts';
import { libphonenumberFormat } from '../../adapters/number-format/libphonenumber.ts';
import { n2wordsNumbers } from '../../adapters/number-words/n2words.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { randomIds } from '../../adapters/system/ids.ts';
import { pinoLog } from '../../adapters/system/json-log.ts';
import { limitedLog } from '../../adapters/system/limited-log.ts';
import { cryptoRandom } from '../../adapters/system/random.ts';
import type { Config } from '../config.ts';
import { logFormatFor } from '../log-format.ts';
import { provide } from '../dependencies.ts';

/** Clock, ids, randomness, the format and the words of numbers, and the log. */
export const systemModule = ({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('clock', systemClock);
    has('ids', randomIds);
    has('random', cryptoRandom);
    has('numberFormat', libphonenumberFormat);
    has('numberWords', n2wordsNumbers);
    const settings = { level: logLevel, format: logFormatFor(logFormat), showPii: false };
    has('log', ({ clock }) => limitedLog(pinoLog(settings), clock), 'clock');
    has('recordStoreFault', ({ log, clock }) => storeFaultLog(log, clock), 'log', 'clock');
  });
