/** The header that has a browser save what it gets under this name, whatever letters the name is written in. */
export const attachmentDisposition = (filename: string): string => disposition('attachment', filename);

/** The header that has a browser show what it gets, and call it by this name where it is saved. */
export const inlineDisposition = (filename: string): string => disposition('inline', filename);

function disposition(kind: 'attachment' | 'inline', filename: string): string {
  const sound = Buffer.from(filename).toString();
  const plain = sound.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(sound).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
