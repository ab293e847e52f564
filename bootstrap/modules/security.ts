import { ContainerModule } from 'inversify';
import { bcryptPasswords } from '../../adapters/passwords/bcrypt.ts';
import { jsonwebtokenTokens } from '../../adapters/tokens/jsonwebtoken.ts';
import type { Config } from '../config.ts';
import { provide } from '../registry.ts';

/** Passwords and access tokens. */
export const securityModule = (secret: string, { algorithm, lifetimeMinutes }: Config['tokens']): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('passwords', () => bcryptPasswords());
    has(
      'tokens',
      ({ clock }) => jsonwebtokenTokens({ secret, algorithm, expiresInMinutes: lifetimeMinutes }, clock),
      'clock',
    );
  });
