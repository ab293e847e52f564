import type { GatewayUseCases } from '../../application/gateway/index.ts';
import type { Exposition } from '../lib/request-meter.ts';
import { GatewayRefusal } from './openai-errors.ts';

/** A complete reply. */
export interface ServiceReply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

interface ServiceParts {
  readonly gateway: Pick<GatewayUseCases, 'check' | 'models'>;
  readonly metrics: Exposition;
  readonly isDraining: boolean;
}

const MODEL = /^\/v1\/models\/(.+)$/;

/** Health, readiness and metrics for the operator. Null for any other path. */
export async function operatorReply(
  path: string,
  { gateway, metrics, isDraining }: ServiceParts,
): Promise<ServiceReply | null> {
  switch (path) {
    case '/health':
      return json(200, await gateway.check());
    case '/livez':
      return json(200, { status: 'ok' });
    case '/readyz':
      return isDraining ? json(503, { status: 'draining' }) : json(200, { status: 'ready' });
    case '/metrics':
      return { status: 200, type: metrics.contentType, body: await metrics.text() };
    default:
      return null;
  }
}

/** The list of models, or the one that the path names; null for any other path. */
export async function modelsReply(
  path: string,
  { gateway }: Pick<ServiceParts, 'gateway'>,
): Promise<ServiceReply | null> {
  if (path === '/v1/models') return json(200, { object: 'list', data: await gateway.models() });
  const id = decoded(MODEL.exec(path)?.[1] ?? '');
  if (id === '') return null;
  const model = (await gateway.models()).find((each) => each.id === id);
  if (!model) throw new GatewayRefusal(404, 'model_not_found', 'No model server lists this model', { param: 'model' });
  return json(200, model);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

const json = (status: number, body: unknown): ServiceReply => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
});
