/** The `Content-Disposition` of a download with this file name, in any script. */
export const attachmentDisposition = (filename: string): string => disposition('attachment', filename);

/** The `Content-Disposition` of content shown in the browser, with the name for saving it. */
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
