import { secret } from '../../../domain/providers/fields.ts';

/** The account both of Google's speech services are asked with. */
export const googleCredentials = () =>
  secret({
    multiline: true,
    description: 'The JSON key of a service account that may use the speech services.',
    docs_url: 'https://cloud.google.com/iam/docs/keys-create-delete',
  });
