import type { CarrierApplication } from '../../../application/ports/carrier.ts';
import { required, type CarrierRest } from '../_carrier/rest.ts';
import type { CarrierService } from '../define.ts';

/** Applications of a Plivo account, or of Vobiz, which has the same API. */
export const applications = (
  carrier: string,
  rest: CarrierRest,
): Pick<CarrierService, 'addApplication' | 'changeApplication' | 'removeApplication'> => ({
  async addApplication(application) {
    const { body } = await rest({ method: 'POST', path: 'Application/', json: bodyOf(application) });
    return required(carrier, 'app_id', body['app_id']);
  },
  async changeApplication(id, application) {
    await rest({ method: 'POST', path: pathOf(id), json: bodyOf(application) });
  },
  async removeApplication(id) {
    await rest({ method: 'DELETE', path: pathOf(id), expected: [404] });
  },
});

const pathOf = (id: string): string => `Application/${encodeURIComponent(id)}/`;

/** Names may hold letters, digits, hyphens and underscores. */
const bodyOf = ({ name, answerUrl, hangupUrl }: CarrierApplication): Record<string, string> => ({
  app_name: name.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60),
  answer_url: answerUrl,
  answer_method: 'POST',
  hangup_url: hangupUrl,
  hangup_method: 'POST',
});
