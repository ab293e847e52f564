/** A call of Vonage's: only its application may ask for it, so that one is a part of how we call the call. */
export interface VonageCall {
  readonly uuid: string;
  /** Empty where it was not told. */
  readonly applicationId: string;
}

/** The name of a call, by which it can be asked for: `<uuid>@<application>`. */
export const sidOf = ({ uuid, applicationId }: VonageCall): string =>
  applicationId === '' ? uuid : `${uuid}@${applicationId}`;

/** The call of this name. */
export function callOf(sid: string): VonageCall {
  const [uuid = '', applicationId = ''] = sid.split('@');
  return { uuid, applicationId };
}
