import { answered, type Api, type paths } from '../typescript/index.ts';

type Page = paths['/api/v1/calls/org/{org_id}']['get']['responses'][200]['content']['application/json'];

/** The organisation that is worked in. */
export const organisationOf = async (api: Api): Promise<string> => (await answered(api.GET('/api/v1/users/me'))).org_id;

/** Calls of an organisation, the newest first. */
export const pageOfCalls = (api: Api, org_id: string, query: { limit: number; offset: number }): Promise<Page> =>
  answered(api.GET('/api/v1/calls/org/{org_id}', { params: { path: { org_id }, query } }));
