declare module 'fernet' {
  /** As much of the package as the tests use. */
  const fernet: {
    readonly Secret: new (key: string) => object;
    readonly Token: new (options: { secret: object; token?: string; ttl: number; time?: number }) => {
      encode(message: string): string;
      decode(): string;
    };
  };
  export = fernet;
}
