/** For recognising the operator's own servers, and private ones that are not. */
export interface OperatorServers {
  /** Whether it is the operator's own: stored secrets may be sent to it. */
  includes(address: URL): boolean;
  /** Whether requests may go there, as far as the URL tells: to the operator's own servers, and to public ones. */
  permits(address: URL): boolean;
}
