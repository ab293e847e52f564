import { secret } from '../../../domain/providers/fields.ts';

/** Field for the service account of both speech services. */
export const googleCredentials = () =>
  secret({
    multiline: true,
    description: 'The JSON key of a service account that may use the speech services.',
    docs_url: 'https://cloud.google.com/iam/docs/keys-create-delete',
  });
