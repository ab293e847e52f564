import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { forbidden, missing } from '../../domain/errors.ts';
import type { ApiKeyRepository } from '../ports/api-keys.ts';
import type { EventEndpointRepository } from '../ports/event-endpoints.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import type { SsoConnectionRepository } from '../ports/sso-connections.ts';
import type { ToolSecretRepository } from '../ports/tool-secrets.ts';

interface Ports {
  readonly organisations: OrganisationRepository;
  readonly memberships: MembershipRepository;
  readonly toolSecrets: ToolSecretRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly eventEndpoints: EventEndpointRepository;
  readonly storedSsoConnections: SsoConnectionRepository;
}

/**
 * Deletes the active organisation, its memberships, tool secrets, API keys, event endpoints and connections to OpenID
 * providers, nothing else. Spec: deleting one "does not remove its agents,
 * call logs, campaigns or stored objects", and records are never deleted by the service.
 * The organisation goes first. Without it, tokens cannot change anything, calls get no slot and campaigns do not dial: what
 * an interruption leaves behind gives no access.
 */
export const deleteOrganisation =
  ({ organisations, memberships, toolSecrets, apiKeys, eventEndpoints, storedSsoConnections }: Ports) =>
  async (principal: Principal, orgId: string): Promise<void> => {
    const { org_id } = allow(principal, 'organisation.delete');
    if (orgId !== org_id) throw forbidden('Only the active organisation can be deleted');
    if (!(await organisations.remove(org_id))) throw missing('Organisation');
    await toolSecrets.removeAll(org_id);
    await apiKeys.removeAll(org_id);
    await eventEndpoints.removeAll(org_id);
    await storedSsoConnections.removeAll(org_id);
    await memberships.removeAll(org_id);
  };
