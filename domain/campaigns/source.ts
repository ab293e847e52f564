/** Maximum length of a file name. Longer ones are cut. */
const NAME_MAX = 100;

/** The folder of an organisation's contact lists. */
export const sourceFolder = (orgId: string): string => `${orgId}/campaigns/`;

/** Object key of an uploaded contact list. */
export const sourceKey = (orgId: string, id: string, filename: string): string =>
  `${sourceFolder(orgId)}${id}/${safeName(filename)}`;

/** Whether this is the key of a contact list of the organisation. No other object can be dialled or downloaded. */
export const isSourceOf = (orgId: string, key: string): boolean =>
  key.startsWith(sourceFolder(orgId)) && /^[^/]+\/campaigns\/[\w-]+\/[\w.-]+\.csv$/i.test(key) && !key.includes('..');

/** File name of a stored contact list. */
export const sourceName = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

/** Reduces a file name to letters, digits, dots, dashes and underscores, ending in `.csv`. */
function safeName(filename: string): string {
  const words = filename.replace(/\.csv$/i, '').split(/[^A-Za-z0-9-]+/);
  const stem = words.filter((word) => word !== '').join('_');
  return `${stem.slice(0, NAME_MAX) || 'contacts'}.csv`;
}
