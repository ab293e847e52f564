import { secretsOf, type Declaration } from '../domain/providers/declaration.ts';

/** `DEEPGRAM_API_KEY` for the `api_key` of `deepgram`: where commands outside the platform find a setting of a vendor. */
export const vendorVariable = ({ provider }: Pick<Declaration, 'provider'>, field: string): string =>
  `${provider}_${field}`.toUpperCase();

/** The secrets of a vendor in the environment, and the variables of those that it needs and that are missing. */
export function vendorSecrets(
  declaration: Declaration,
  env: Readonly<Record<string, string | undefined>>,
): { readonly secrets: Readonly<Record<string, string>>; readonly missing: readonly string[] } {
  const all = secretsOf(declaration).map((name) => [name, env[vendorVariable(declaration, name)] ?? ''] as const);
  const missing = all.filter(([name, value]) => value === '' && declaration.required.includes(name));
  return {
    secrets: Object.fromEntries(all.filter(([, value]) => value !== '')),
    missing: missing.map(([name]) => vendorVariable(declaration, name)),
  };
}
