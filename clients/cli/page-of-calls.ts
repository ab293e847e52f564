import { answered, type Api, type paths } from '../typescript/index.ts';

type List = paths['/api/v1/calls/org/{org_id}']['get'];
type Page = List['responses'][200]['content']['application/json'];
type Query = NonNullable<List['parameters']['query']>;

/** The organisation that is worked in. */
export const organisationOf = async (api: Api): Promise<string> => (await answered(api.GET('/api/v1/users/me'))).org_id;

/** The wanted calls of an organisation, the newest first. */
export const pageOfCalls = (api: Api, org_id: string, query: Query): Promise<Page> =>
  answered(api.GET('/api/v1/calls/org/{org_id}', { params: { path: { org_id }, query } }));
