import { type App, CfnOutput, type Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { type StackPart, stackNameOf, stackParts } from '../../lib/stack-parts.ts';
import { addRequestedStage } from '../../lib/stacks/add-requested-stage.ts';
import type { StageSettings } from '../../lib/stage-settings.ts';
import { stageMatrix } from './stage-matrix.ts';
import { inApp, siteStacks, synthesizeParts } from './synthesize.ts';

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
const limits = { resources: 500, outputs: 200 };
const headroom = { resources: 180, outputs: 100 };

const stages = new Map(stageMatrix);

describe.each(stageMatrix)('the stacks of %s', (_, stage) => {
  it.each(stackParts)('leave room in %s for 180 further resources and 100 outputs', async (part) => {
    const template = (await synthesizeParts(stage))[part].toJSON();
    const count = (of: object = {}) => Object.keys(of).length;
    expect(count(template.Resources)).toBeGreaterThan(0);
    expect(count(template.Resources)).toBeLessThanOrEqual(limits.resources - headroom.resources);
    expect(count(template.Outputs)).toBeLessThanOrEqual(limits.outputs - headroom.outputs);
  });
});

it('creates the stacks of dev by default', () => {
  const names = inApp((app) => {
    addRequestedStage(app);
    return app.node.children.map(({ node }) => node.id);
  });
  expect(names).toEqual(stackParts.map((part) => stackNameOf('lorewright-dev', part)));
});

it('deploys each stack after those that it needs, and the pages after the API and the consumers', () => {
  const { before } = describeOrder();
  for (const [index, part] of stackParts.entries())
    expect(stackParts.slice(0, index)).toEqual(expect.arrayContaining(before[part]));
  expect(before.data).toEqual([]);
  expect(before.publishing).toContain('events');
});

// CloudFormation updates the exporting stack first and refuses to remove an export that is in use.
// If an export disappeared with its last import, no stack could ever stop importing it. See
// lib/stacks/export-always.ts
describe.each(['dev', 'prod with all its switches on'])('a value that the stacks of %s import', (name) => {
  const stage = stages.get(name) as StageSettings;
  const always = exportsBeforeImports(stage);

  it.each(stackParts)('is exported by %s whether or not another stack imports it', async (part) => {
    const parts = Object.values(await synthesizeParts(stage)).map((template) => JSON.stringify(template));
    const imported = parts.flatMap((template) =>
      [...template.matchAll(/"Fn::ImportValue":"([^"]+)"/g)].flatMap(([, value = '']) =>
        value.startsWith(`${stackNameOf('site', part)}:`) ? [value] : [],
      ),
    );
    expect([...new Set(imported)].filter((value) => !always[part].includes(value))).toEqual([]);
  });
});

function describeOrder(): { before: Record<StackPart, StackPart[]> } {
  return inApp((app) => {
    const stacks = stacksByPart(app, stages.get('prod') as StageSettings);
    // References become dependencies when the app is synthesized.
    app.synth();
    const before = stacks.map(([part, { dependencies }]) => [
      part,
      stacks.flatMap(([other, stack]) => (dependencies.includes(stack) ? [other] : [])),
    ]);
    return { before: Object.fromEntries(before) };
  });
}

/** The names of the exports that each stack has before the CDK adds what other stacks import. */
function exportsBeforeImports(stage: StageSettings): Record<StackPart, string[]> {
  return inApp((app) => {
    const names = stacksByPart(app, stage).map(([part, stack]) => [
      part,
      stack.node
        .findAll()
        .flatMap((output) => (output instanceof CfnOutput && output.exportName ? [output.exportName] : [])),
    ]);
    return Object.fromEntries(names);
  });
}

const stacksByPart = (app: App, stage: StageSettings) =>
  Object.entries(siteStacks(app, stage)) as [StackPart, Stack][];
