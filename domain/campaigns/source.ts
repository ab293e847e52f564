/** Longer file names are cut. */
const NAME_MAX = 100;

/** Where an uploaded contact list is kept. */
export const sourceKey = (orgId: string, id: string, filename: string): string =>
  `${orgId}/campaigns/${id}/${safeName(filename)}`;

/** Whether this is the key of a contact list of the organisation: nothing else of it can be dialled or downloaded. */
export const isSourceOf = (orgId: string, key: string): boolean =>
  key.startsWith(`${orgId}/campaigns/`) && /^[^/]+\/campaigns\/[\w-]+\/[\w.-]+\.csv$/i.test(key) && !key.includes('..');

/** The name under which a contact list was stored. */
export const sourceName = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

/** A file name of letters, digits, dots, dashes and underscores that ends in `.csv`. */
function safeName(filename: string): string {
  const words = filename.replace(/\.csv$/i, '').split(/[^A-Za-z0-9-]+/);
  const stem = words.filter((word) => word !== '').join('_');
  return `${stem.slice(0, NAME_MAX) || 'contacts'}.csv`;
}
