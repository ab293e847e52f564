import { randomBytes } from 'node:crypto';

const key = (): string => randomBytes(32).toString('base64url');

/** Keys that a start accepts, made anew by every process. */
export const TEST_KEYS = {
  SECRET_KEY: key(),
  INTERNAL_API_KEY: key(),
  GATEWAY_API_KEY: key(),
  PROVIDER_AUTH_ENCRYPTION_KEY: `${key()}=`,
};
