import { assert } from 'chai';
import { loadContract } from '../../adapters/http/contract.ts';

type Node = Readonly<Record<string, unknown>>;

const contract = loadContract('/api/v1') as unknown as Node & {
  readonly components: Readonly<Record<'schemas' | 'parameters', Readonly<Record<string, Node>>>>;
};

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Every object in the contract that has this key, by where it stands. */
function having(key: string, node: unknown = contract, place = ''): [place: string, node: Node][] {
  if (!isNode(node)) return [];
  const inside = Object.entries(node).flatMap(([name, each]) => having(key, each, `${place}/${name}`));
  return key in node && !place.endsWith('/properties') ? [[place, node], ...inside] : inside;
}

/** Every schema of this type, by where it stands. */
const ofType = (type: string): [place: string, node: Node][] =>
  having('type').filter(([, node]) => [node['type']].flat().includes(type));

describe('every schema of the contract', () => {
  it('declares items of arrays and properties of objects', () => {
    assert.isAbove(ofType('array').length, 30);
    for (const [place, node] of ofType('array')) assert.property(node, 'items', place);
    assert.isAbove(ofType('object').length, 100);
    for (const [place, node] of ofType('object'))
      assert.isTrue('properties' in node || 'additionalProperties' in node, place);
  });

  it('declares date-time for times', () => {
    const moments = having('properties').flatMap(([place, { properties }]) =>
      Object.entries(properties as Node).flatMap(([name, schema]) =>
        /_(at|utc)$/.test(name) ? [[`${place}/${name}`, schema as Node] as const] : [],
      ),
    );
    assert.isAbove(moments.length, 25);
    for (const [place, schema] of moments)
      assert.isTrue(schema['format'] === 'date-time' || schema['$ref'] === '#/components/schemas/MomentInput', place);
  });

  it('stands wherever there is content, that of bytes as well', () => {
    for (const [place, { content }] of having('content'))
      for (const [type, media] of Object.entries(content as Node)) assert.property(media, 'schema', `${place} ${type}`);
  });
});

describe('every part of the contract', () => {
  it('has a description: operations, parameters and schemas', () => {
    const described = [
      ...having('operationId'),
      ...having('in').filter(([, node]) => 'schema' in node),
      ...Object.entries(contract.components.schemas),
    ];
    assert.isAbove(described.length, 150);
    for (const [place, node] of described) assert.isNotEmpty(node['description'], `${place} has no description`);
  });
});
