type UseCase = (ports: never) => unknown;
type All<U> = (U extends unknown ? (u: U) => void : never) extends (all: infer I) => void ? I : never;
// a use case that needs no ports has no first parameter, and must not make the area's needs impossible
type PortsOf<U extends Record<string, UseCase>> = All<Exclude<Parameters<U[keyof U]>[0], undefined>>;

/** An area's use cases, each given the ports it asks for. The area's own needs are inferred, never written down twice. */
export const area =
  <U extends Record<string, UseCase>>(useCases: U) =>
  (ports: PortsOf<U>): { readonly [K in keyof U]: ReturnType<U[K]> } =>
    Object.fromEntries(Object.entries(useCases).map(([name, make]) => [name, make(ports as never)])) as never;
