import { fernetCipher } from '../../adapters/cipher/fernet.ts';
import type { Role } from '../../domain/accounts/principal.ts';
import type { RequestParts } from '../support/client.ts';
import { declaredProviders } from '../domain/providers/declared-providers.ts';
import { openWorld } from '../support/world.ts';

/** Credentials of `acme`: long keys, several keys, and one too short to show any of it. */
export const ACME = { api_key: 'sk-acme-12345678', voice_key: ['vk-11111111', 'vk-22222222', 'abcd'] };

/** The same credentials as a member sees them. */
export const MASKED = { api_key: '************5678', voice_key: ['*******1111', '*******2222', '****'] };

/** An organisation with credentials of providers that are declared but not implemented. */
export type AuthFixture = Awaited<ReturnType<typeof openAuthFixture>>;

/** Signs Ada up in a world whose encryption key can be removed. */
export async function openAuthFixture() {
  const world = await openWorld(({ providers }) => (Object.assign(providers, declaredProviders()), {}));
  const { cipher, clock, memberships, providerAuths, tokens, users } = world.ports;
  const ada = await world.signUp();
  const now = () => clock.now().toISOString();
  /** All response bodies so far. */
  const bodies: string[] = [];

  /** The token of a new member of the organisation. */
  const join = async (role: Role): Promise<string> => {
    const email = `${role}@example.com`;
    const account = { email, password: '', default_org_id: ada.org_id, last_logged_in_at: null };
    await users.add({ ...account, created_at: now() });
    await memberships.add({ email, org_id: ada.org_id, role, created_at: now() });
    return tokens.issue({ email, org_id: ada.org_id, role });
  };
  /** Asks as the signer, below `/api/v1/auth`. */
  const ask = async (method: string, path: string, sent: RequestParts = {}) => {
    const answer = await world.ask(method, `/api/v1/auth${path}`, { token: ada.token, ...sent });
    bodies.push(answer.text);
    return answer;
  };

  return {
    world,
    ada,
    member: await join('member'),
    answers: bodies,
    log: world.log,
    /** Removes or changes the encryption key of the running server. */
    useKey: (other: string | null) => void Object.assign(cipher, fernetCipher(other, clock)),
    join,
    ask,
    store: (auth: unknown = ACME, provider = 'acme', sent: RequestParts = {}) =>
      ask('POST', '', { body: { provider, auth }, ...sent }),
    /** The credentials of `acme` as the holder of this token sees them. */
    seenBy: async (token: string) => ((await ask('GET', '/acme', { token })).body as { auth: unknown }).auth,
    /** What is stored for `acme`. */
    stored: async () => (await providerAuths.find(ada.org_id, 'acme'))?.auth,
    /** Replaces the stored value, as another version may have stored it. */
    leave: (auth: unknown) =>
      providerAuths.put({ org_id: ada.org_id, provider: 'acme', auth, created_at: now(), updated_at: now() }),
  };
}
