type UseCase = (ports: never) => unknown;
type All<U> = (U extends unknown ? (u: U) => void : never) extends (all: infer I) => void ? I : never;
type PortsOf<U extends Record<string, UseCase>> = All<Parameters<U[keyof U]>[0]>;

/** An area's use cases, each given the ports it asks for. The area's own needs are inferred, never written down twice. */
export const area =
  <U extends Record<string, UseCase>>(useCases: U) =>
  (ports: PortsOf<U>): { readonly [K in keyof U]: ReturnType<U[K]> } =>
    Object.fromEntries(Object.entries(useCases).map(([name, make]) => [name, make(ports as never)])) as never;
