/** The browser has taken what it downloads after this, however busy it is. In milliseconds. */
const TAKEN_MS = 60_000;

/** Hands bytes to the browser's downloads, under this name. */
export function saveBlob(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_MS);
}
