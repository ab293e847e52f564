/** A call at Vonage. Only its application can query it, so the application is part of the sid. */
export interface VonageCall {
  readonly uuid: string;
  /** Empty when unknown. */
  readonly applicationId: string;
}

/** Builds the sid: `<uuid>@<application>`. */
export const sidOf = ({ uuid, applicationId }: VonageCall): string =>
  applicationId === '' ? uuid : `${uuid}@${applicationId}`;

/** Parses the sid. */
export function callOf(sid: string): VonageCall {
  const [uuid = '', applicationId = ''] = sid.split('@');
  return { uuid, applicationId };
}
