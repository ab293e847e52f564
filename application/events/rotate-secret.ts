import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { PREVIOUS_VALID_HOURS, rotation } from '../../domain/events/endpoint-secrets.ts';
import {
  endpointView,
  sealedSecret,
  signingSecret,
  type EventEndpointView,
} from '../../domain/events/event-endpoint.ts';
import type { Cipher } from '../ports/cipher.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventEndpointRepository } from '../ports/event-endpoints.ts';
import type { OpaqueTokens } from '../ports/opaque-tokens.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { ownEndpoint } from './manage-endpoints.ts';

interface Ports {
  readonly eventEndpoints: EventEndpointRepository;
  readonly opaqueTokens: OpaqueTokens;
  readonly cipher: Cipher;
  readonly clock: Clock;
}

/** A request for a new secret. */
export interface SecretRotation {
  /** How long the previous secret stays valid: 24 hours, unless it is given. */
  readonly previous_valid_hours?: number;
}

/**
 * Replaces the signing secret of an endpoint. Only this answer contains the new one. The previous one stays valid for
 * some hours, in which requests have a signature of each; a secret older than that ends at once.
 */
export const rotateEndpointSecret =
  (ports: Ports) =>
  async (
    principal: Principal,
    endpointId: string,
    { previous_valid_hours: hours = PREVIOUS_VALID_HOURS }: SecretRotation,
  ): Promise<EventEndpointView & { readonly secret: string }> => {
    const { eventEndpoints, opaqueTokens, cipher, clock } = ports;
    const { org_id } = allow(principal, 'events.write');
    const secret = signingSecret(opaqueTokens.next());
    const sealed = sealedSecret(secret, cipher.encrypt);
    return retryOnConflict('The endpoint kept changing. Try again.', async () => {
      const seen = await ownEndpoint(ports, org_id, endpointId);
      const now = clock.now();
      const changes = { ...rotation(seen, sealed, hours, now), updated_at: now.toISOString() };
      const rotated = await eventEndpoints.change(org_id, endpointId, changes, { secret: seen.secret });
      return rotated ? { ...endpointView(rotated), secret } : 'again';
    });
  };
