import type { Bind, Container, ServiceIdentifier } from 'inversify';

/** Typed names over Inversify's untyped ones: a missing or mistyped dependency fails in the compiler, not at start. */
export const wiring = <Dependencies extends object>() => {
  type Name = keyof Dependencies & string;
  return {
    /** Says how a part is made, once per container, from the parts it names. A promised part is awaited before it is handed on. */
    provide:
      (bind: Bind) =>
      <N extends Name, D extends Name = never>(
        name: N,
        make: (parts: Pick<Dependencies, D>) => Dependencies[N] | Promise<Dependencies[N]>,
        ...needs: D[]
      ): void => {
        const construct = (...parts: unknown[]) =>
          make(Object.fromEntries(needs.map((need, place) => [need, parts[place]])) as Pick<Dependencies, D>);
        bind<Dependencies[N]>(name)
          .toResolvedValue(construct, needs as ServiceIdentifier<unknown>[])
          .inSingletonScope();
      },
    /** The part of this name with everything it needs, made now if nobody asked before. */
    resolve: <N extends Name>(container: Container, name: N): Promise<Dependencies[N]> =>
      container.getAsync<Dependencies[N]>(name),
    /** Puts a stand-in where a part was. What was made before keeps the part it got. */
    replace: async <N extends Name>(container: Container, name: N, replacement: Dependencies[N]): Promise<void> => {
      (await container.rebindAsync<Dependencies[N]>(name)).toConstantValue(replacement);
    },
  };
};
