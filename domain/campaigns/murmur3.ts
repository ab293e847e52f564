const C1 = 0xcc9e2d51;
const C2 = 0x1b873593;

/** MurmurHash3 (x86, 32 bits) of a text of single-byte characters: evenly spread, the same on every machine. Not a secret. */
export function murmur3(text: string, seed = 0): number {
  let hash = seed | 0;
  const whole = text.length - (text.length % 4);
  for (let at = 0; at < whole; at += 4) {
    hash ^= scrambled(block(text.slice(at, at + 4)));
    hash = Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64;
  }
  hash ^= scrambled(block(text.slice(whole)));
  return mixed(hash ^ text.length);
}

/** Up to four characters as a little-endian number. */
function block(text: string): number {
  let value = 0;
  for (let at = 0; at < text.length; at += 1) value |= (text.charCodeAt(at) & 0xff) << (8 * at);
  return value;
}

function scrambled(value: number): number {
  const first = Math.imul(value, C1);
  return Math.imul((first << 15) | (first >>> 17), C2);
}

function mixed(value: number): number {
  let mixing = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixing = Math.imul(mixing ^ (mixing >>> 13), 0xc2b2ae35);
  return (mixing ^ (mixing >>> 16)) >>> 0;
}
