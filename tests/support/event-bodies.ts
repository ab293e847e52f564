import { Ajv2020 } from 'ajv/dist/2020.js';
import { loadContract } from '../../adapters/http/contract.ts';

interface EventContract {
  readonly webhooks: Readonly<Record<string, object>>;
}

const contract = (): EventContract => loadContract('/api/v1') as unknown as EventContract;
let ajv: Ajv2020 | undefined;

/** The types of events that openapi.yaml describes under `webhooks`. */
export const describedEvents = (): string[] => Object.keys(contract().webhooks);

/** Why openapi.yaml does not describe this body of an event, or null. */
export function complaintAbout(body: string): string | null {
  ajv ??= new Ajv2020({ strict: false, validateFormats: false }).addSchema(contract(), 'contract');
  const event = JSON.parse(body) as { readonly type: string };
  if (!describedEvents().includes(event.type)) return `${event.type} is not described`;
  const schema = `contract#/webhooks/${event.type}/post/requestBody/content/application~1json/schema`;
  const validate = ajv.getSchema(schema) ?? ajv.compile({ $ref: schema });
  return validate(event) === true ? null : ajv.errorsText(validate.errors);
}
