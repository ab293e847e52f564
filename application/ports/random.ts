/** For random choices. */
export interface Random {
  /** One of the items, each equally likely. The list must not be empty. */
  pick<T>(items: readonly T[]): T;
}
