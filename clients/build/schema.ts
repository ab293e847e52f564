import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { fileURLToPath } from 'node:url';
import { formatted } from './formatted.ts';

const CONTRACT = new URL('../../openapi.yaml', import.meta.url);

/** The file with the generated types. */
export const SCHEMA = fileURLToPath(new URL('../../openapi.ts', import.meta.url));

/** Generates the types of the API's routes and resources from openapi.yaml, formatted like the other sources. */
export async function generateSchema(): Promise<string> {
  const source = `// Made of openapi.yaml by \`npm run client\`; not for editing.\n\n${await typesOf(CONTRACT)}`;
  return formatted(SCHEMA, source);
}

/** The types of an OpenAPI document's operations and schemas, unformatted. */
export const typesOf = async (contract: URL | string): Promise<string> =>
  astToString(
    await openapiTS(contract, {
      rootTypes: true,
      rootTypesNoSchemaPrefix: true,
      transform: ({ format: meant }) => (meant === 'binary' ? blob : undefined),
    }),
  );

const blob = ts.factory.createTypeReferenceNode('Blob');
