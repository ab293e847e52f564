/** The first bytes of UTF-16 text. */
const UTF_16 = [
  { label: 'utf-16le', first: 0xff, second: 0xfe },
  { label: 'utf-16be', first: 0xfe, second: 0xff },
] as const;

/**
 * The text of a file: UTF-8, UTF-16 with its mark, else the declared encoding, else Windows-1252, which old programs
 * write. Without byte order mark and characters that cannot be stored.
 */
export function decodeText(file: Uint8Array, declared?: string): string {
  const marked = UTF_16.find(({ first, second }) => file[0] === first && file[1] === second);
  const text = marked ? decoded(file, marked.label) : (utf8(file) ?? decoded(file, declared ?? 'windows-1252'));
  return text.replaceAll('\0', '');
}

function utf8(file: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return null;
  }
}

function decoded(file: Uint8Array, label: string): string {
  try {
    return new TextDecoder(label).decode(file);
  } catch {
    // An unknown encoding.
    return new TextDecoder('windows-1252').decode(file);
  }
}
