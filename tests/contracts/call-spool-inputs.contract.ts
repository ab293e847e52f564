import { assert } from 'chai';
import type { CallSpool } from '../../application/ports/call-spool.ts';
import type { Contract } from '../support/contract.ts';
import { eventually } from '../support/eventually.ts';
import { call, outcome, type SpoolOverTime } from './call-spool.contract.ts';

/** What a spool promises of the inputs of conversations. */
export const spooledInputsContract: Contract<SpoolOverTime> = {
  'gives back the inputs of a conversation, in order, also after the death of its process': async (time) => {
    const entry = await time.spool.open(call('a'));
    const lines = Array.from({ length: 20 }, (_, at) => `{"at":${at},"text":"नमस्ते"}\n`);
    for (const line of lines) entry.appendInputs(line);
    const read = async (spool: CallSpool) => {
      const bytes = await spool.inputs('a');
      return bytes && Buffer.from(bytes).toString('utf8');
    };
    const reborn = time.reborn();
    await eventually(async () => (await read(reborn))?.length === lines.join('').length, 'all inputs');
    assert.isNull(await time.spool.inputs('unknown'));
    await entry.finish(outcome);
    assert.equal(await read(time.spool), lines.join(''));
  },
};
