import { secretsOf, type Declaration, type ProviderKind } from '../providers/declaration.ts';

/** What to do about a missing or refused credential of a provider. Short: it also has to fit into a close frame. */
export const STORE_CREDENTIAL = 'Store a valid one under Credentials (POST /auth)';
const STORE_THEM = 'Store them in Credentials (POST /auth)';

/** A provider that an agent uses, and the names of required secrets that are not stored. */
export interface KeylessProvider {
  readonly kind: ProviderKind;
  readonly provider: string;
  readonly secrets: readonly string[];
}

/** The secrets that a provider requires and that these settings lack. */
export const missingSecrets = (declaration: Declaration, settings: Readonly<Record<string, unknown>>): string[] =>
  secretsOf(declaration).filter((name) => declaration.required.includes(name) && settings[name] === undefined);

/** That these secrets are missing, without what to do about it. */
export const secretsNotStored = (names: readonly string[]): string =>
  `no ${names.join(' and no ')} ${names.length === 1 ? 'is' : 'are'} stored`;

/** Names each provider whose secrets are missing, and says what to do. Those that lack the same ones stand together. */
export function keysNotStored(keyless: readonly KeylessProvider[]): string {
  const groups = new Map<string, string[]>();
  for (const { kind, provider, secrets } of keyless) {
    const lacking = secretsNotStored(secrets);
    groups.set(lacking, [...(groups.get(lacking) ?? []), `${kind} ${provider}`]);
  }
  const parts = [...groups].map(([lacking, providers]) => `${providers.join(', ')}: ${lacking}`);
  return `${parts.join('; ')}. ${adviceOn(keyless.flatMap(({ secrets }) => secrets))}`;
}

/** What to do about missing secrets. */
export const adviceOn = (secrets: readonly string[]): string => (secrets.length === 1 ? STORE_CREDENTIAL : STORE_THEM);
