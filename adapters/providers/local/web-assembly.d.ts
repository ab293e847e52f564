/** The part of WebAssembly that is used here. The compiler declares it for browsers only. */
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: 'WebAssembly.Module';
  }

  interface Memory {
    readonly buffer: ArrayBuffer;
  }

  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, object>>);
    readonly exports: object;
  }

  function compile(bytes: Uint8Array): Promise<Module>;
}
