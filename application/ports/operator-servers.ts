/** For recognising the operator's own servers: stored secrets may be sent to them. */
export interface OperatorServers {
  includes(address: URL): boolean;
}
