/** What the log of a call names as its draft where the call tries a stored version of its agent. */
export const trialOf = (version: number): string => `version:${version}`;

/** The stored version that a call with this draft tries. Null: it tries the draft of its agent. */
export function triedVersion(draft: string): number | null {
  const [, version] = /^version:([1-9]\d{0,8})$/.exec(draft) ?? [];
  return version === undefined ? null : Number(version);
}
