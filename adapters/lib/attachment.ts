/** The header that has a browser save what it gets under this name, whatever letters the name is written in. */
export function attachment(filename: string): string {
  const sound = Buffer.from(filename).toString();
  const plain = sound.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(sound).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
