import type { Bind, Container, ServiceIdentifier } from 'inversify';

/** Typed names over Inversify's untyped ones: a missing or mistyped dependency is a compile error. */
export const wiring = <Dependencies extends object>() => {
  type Name = keyof Dependencies & string;
  return {
    /** Registers a singleton factory and the dependencies it needs. Promises are awaited first. */
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
    /** Resolves a dependency by name, constructing it on first use. */
    resolve: <N extends Name>(container: Container, name: N): Promise<Dependencies[N]> =>
      container.getAsync<Dependencies[N]>(name),
    /** Replaces these dependencies. Consumers that were constructed before keep the old ones. */
    replace: async (container: Container, replacements: Partial<Dependencies>): Promise<void> => {
      for (const [name, replacement] of Object.entries(replacements))
        (await container.rebindAsync(name)).toConstantValue(replacement);
    },
  };
};
