import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type StackPart, stackParts } from '../../lib/stack-parts.ts';
import type { StageSettings } from '../../lib/stage-settings.ts';
import { stages } from '../../lib/stages.ts';
import { identityOf, replacingProperties } from './replacing-properties.ts';
import { stageMatrix } from './stage-matrix.ts';
import { inApp, siteStacks, synthesizeParts } from './synthesize.ts';

/**
 * Every resource that holds data, by type and logical id, with what a change would replace. If a
 * logical id or one of these properties changed, CloudFormation would create an empty resource and
 * abandon the old one. Add to this list, but change nothing in it: a construct that moves or is
 * renamed keeps its id with `overrideLogicalId`.
 */
const kept: Record<string, Record<string, object>> = JSON.parse(
  readFileSync('test/infra/kept-resources.json', 'utf8'),
);

const whatToDo = `CloudFormation would replace a resource that holds data, and its data would be lost from the site.
Undo the change, or keep the logical id with overrideLogicalId. A new resource belongs in test/infra/kept-resources.json.
If a replacement is intended, move the data first (docs/alarms.md describes restoring tables), and then change the file.`;

/**
 * Resources of the same types that hold no data: an alarm that was sent is an email, a deployment
 * replaces the distribution's secret, and links to downloads work for hours only.
 */
const holdsNothing = /^(AlarmsTopicKey|DistributionSecretsSecret\d+|DownloadLinksKey\d+)$/;

interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}

/** The property has another place in a table. */
const isProtected = ({ Properties: properties }: Resource): boolean =>
  /"DeletionProtection(Enabled)?":("ACTIVE"|true)/.test(JSON.stringify(properties));

const resourcesOf = async (part: StackPart, stage: StageSettings): Promise<[id: string, Resource][]> =>
  Object.entries<Resource>((await synthesizeParts(stage))[part].toJSON().Resources).filter(
    ([id, { Type: type }]) =>
      type in replacingProperties && !holdsNothing.test(id.replace(/[0-9A-F]{8}$/, '')),
  );

describe.each(stageMatrix)('no update of %s', (_, stage) => {
  it.each(Object.keys(replacingProperties))('replaces or removes an %s', async (type) => {
    const found = (await resourcesOf('data', stage)).filter(([, resource]) => resource.Type === type);
    const identities = found.map(([id, resource]) => [id, identityOf(resource)]);
    expect(Object.fromEntries(identities), whatToDo).toEqual(kept[type]);
  });
});

const dataOfProd = await resourcesOf('data', stages.prod);

describe('every resource with data', () => {
  it('is in the data stack only', async () => {
    const others = stackParts.filter((part) => part !== 'data');
    const elsewhere = await Promise.all(others.map((part) => resourcesOf(part, stages.prod)));
    expect(elsewhere.flat()).toEqual([]);
  });

  it.each(dataOfProd)(
    'stays when the stack is deleted or the resource is replaced, but not when its creation fails: %s',
    (_, resource) => {
      const { DeletionPolicy: onDeletion, UpdateReplacePolicy: onReplacement } = resource;
      // CloudFormation cannot delete a protected resource: `npm run clean-up` does.
      expect([onDeletion, onReplacement]).toEqual([
        isProtected(resource) ? 'Retain' : 'RetainExceptOnCreate',
        'Retain',
      ]);
    },
  );

  it('is of a type that npm run clean-up removes if it is protected', () => {
    const types = dataOfProd.filter(([, resource]) => isProtected(resource)).map(([, { Type }]) => Type);
    expect([...new Set(types)].sort()).toEqual(['AWS::Cognito::UserPool', 'AWS::DynamoDB::GlobalTable']);
  });
});

it('protects the data stack of prod against deletion, and no other stack', () => {
  const stacks = inApp((app) => Object.entries(siteStacks(app, stages.prod)));
  const protectedParts = stacks.flatMap(([part, { terminationProtection }]) =>
    terminationProtection ? [part] : [],
  );
  expect(protectedParts).toEqual(['data']);
});
