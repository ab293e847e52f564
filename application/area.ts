type UseCase = (ports: never) => unknown;
type All<U> = (U extends unknown ? (u: U) => void : never) extends (all: infer I) => void ? I : never;
// A use case without ports has no first parameter and must not make the inferred ports impossible.
type PortsOf<U extends Record<string, UseCase>> = All<Exclude<Parameters<U[keyof U]>[0], undefined>>;

/** Builds an area's use cases from one ports object. The ports type is inferred from the use cases. */
export const area =
  <U extends Record<string, UseCase>>(useCases: U) =>
  (ports: PortsOf<U>): { readonly [K in keyof U]: ReturnType<U[K]> } =>
    Object.fromEntries(Object.entries(useCases).map(([name, make]) => [name, make(ports as never)])) as never;
