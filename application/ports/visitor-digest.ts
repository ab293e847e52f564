/**
 * A digest of what identifies a visitor, the same in all processes of the installation. Only they can make it: whoever reads
 * the store cannot find an address by trying all of them.
 */
export type VisitorDigest = (visitor: string) => string;
