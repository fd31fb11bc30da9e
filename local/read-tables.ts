import type { Resource } from '../scripts/build/keep-template.ts';
import type { TableDescription } from './fakes/dynamodb/start-dynamodb.ts';
import { localName } from './local-name.ts';

/** Returns the DynamoDB tables of a template, with the names they have on this machine. */
export function readTables(resources: Record<string, Resource>): TableDescription[] {
  return Object.entries(resources)
    .filter(([, { Type }]) => Type === 'AWS::DynamoDB::GlobalTable')
    .map(([id, resource]) => describeTable(localName(id, resource), resource));
}

function describeTable(name: string, { Properties: table }: Resource): TableDescription {
  return {
    name,
    keySchema: table.KeySchema,
    attributeDefinitions: table.AttributeDefinitions,
    globalSecondaryIndexes: table.GlobalSecondaryIndexes ?? [],
  };
}
