/** What to do about a missing or refused credential of a provider. Short: it also has to fit into a close frame. */
export const STORE_CREDENTIAL = 'Store a valid one under Credentials (POST /auth)';
