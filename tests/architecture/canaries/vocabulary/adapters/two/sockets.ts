// breaks duplicate-basename
// breaks duplicate-type
export interface SocketOptions {
  readonly port: number;
}
