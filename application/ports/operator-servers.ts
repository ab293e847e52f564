/** For knowing the servers that the operator has placed: stored secrets may be sent to them. */
export interface OperatorServers {
  includes(address: URL): boolean;
}
