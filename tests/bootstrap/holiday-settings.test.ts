import { assert } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, readConfig } from '../../bootstrap/config.ts';
import { temporaryDirectory } from '../support/temporary.ts';

describe('settings of holidays', () => {
  const holidaysOf = (file?: string) => readConfig({ HOLIDAYS_FILE: file }, ['api']).holidays;
  const fileOf = async (text: string): Promise<string> => {
    const file = join(await temporaryDirectory(), 'holidays.yaml');
    await writeFile(file, text);
    return file;
  };

  it('are those of the operator’s file, and none without one', async () => {
    assert.deepEqual(holidaysOf(), {});
    const file = await fileOf(
      'US:\n  2026-11-26: Thanksgiving\n  12-25: Christmas Day\nNO:\n  05-17: Constitution Day\n',
    );
    assert.deepEqual(holidaysOf(file), {
      US: { '2026-11-26': 'Thanksgiving', '12-25': 'Christmas Day' },
      NO: { '05-17': 'Constitution Day' },
    });
  });

  it('stop the start with every problem', async () => {
    const file = await fileOf('USA:\n  2026-11-26: Thanksgiving\nDE:\n  26.11.2026: x\n');
    assert.throws(() => holidaysOf(file), ConfigError, /HOLIDAYS_FILE: USA is not a two-letter code/);
    assert.throws(() => holidaysOf(file), ConfigError, /DE: 26\.11\.2026 is not a day/);
  });
});
