import { ApiClient } from '../tools/demo/api-client.ts';

/** Sixteen people who log in again and again, in a process of their own so that they hold up no other client. */
const [, , base = '', email, password] = process.argv;
const api = new ApiClient(base);

const again = async (): Promise<never> => {
  for (;;) await api.ask('POST', '/users/login', { email, password });
};
await Promise.all(Array.from({ length: 16 }, again));
