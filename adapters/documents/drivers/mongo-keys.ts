import { randomFillSync } from 'node:crypto';
import { UUID } from 'mongodb';

const HIGHEST_COUNT = 0xfff;

/**
 * Makes ascending keys: version 7 UUIDs with a counter after the milliseconds. Keys of one process follow creation
 * order. Keys of several processes follow it as far as their clocks agree.
 */
export function growingKeys(): () => UUID {
  let milliseconds = 0;
  let count = 0;
  return () => {
    const now = Date.now();
    if (now > milliseconds) {
      milliseconds = now;
      count = 0;
    } else if (count < HIGHEST_COUNT) {
      count += 1;
    } else {
      milliseconds += 1;
      count = 0;
    }
    const bytes = randomFillSync(Buffer.alloc(16));
    bytes.writeUIntBE(milliseconds, 0, 6);
    bytes.writeUInt16BE(0x7000 | count, 6);
    bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
    return new UUID(bytes);
  };
}
