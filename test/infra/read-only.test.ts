import { expect, test } from 'vitest';
import { stages } from '../../lib/stages.ts';
import { resourcesOf, synthesize } from './synthesize.ts';

const usual = await synthesize(stages.prod);
const readOnly = await synthesize({ ...stages.prod, isReadOnly: true });

/** The properties of each resource that differs in read-only mode. */
function differences(type: string): object[] {
  const before = Object.fromEntries(resourcesOf(usual, type));
  return resourcesOf(readOnly, type).flatMap(([id, { Properties: after }]) =>
    JSON.stringify(after) === JSON.stringify(before[id]?.Properties) ? [] : [after],
  );
}

test('refuses registrations, pauses schedules and rejects changes at the edge', () => {
  expect(differences('AWS::Cognito::UserPool')).toMatchObject([
    { AdminCreateUserConfig: { AllowAdminCreateUserOnly: true } },
  ]);
  expect(differences('AWS::Events::Rule')).toMatchObject([
    { ScheduleExpression: expect.any(String), State: 'DISABLED' },
    { ScheduleExpression: expect.any(String), State: 'DISABLED' },
    { ScheduleExpression: expect.any(String), State: 'DISABLED' },
    { ScheduleExpression: expect.any(String), State: 'DISABLED' },
    { ScheduleExpression: expect.any(String), State: 'DISABLED' },
    { ScheduleExpression: expect.any(String), State: 'DISABLED' },
  ]);
  expect(differences('AWS::CloudFront::Function')).toMatchObject([
    { FunctionCode: expect.stringContaining('POST /api/checkout token refused') },
  ]);
  expect(readOnly.findOutputs('WebSettings')).toMatchObject({
    WebSettings: {
      Value: {
        'Fn::Join': expect.arrayContaining([
          expect.arrayContaining([expect.stringContaining('"isReadOnly":true')]),
        ]),
      },
    },
  });
});

test('still handles events that are already queued', () => {
  expect(differences('AWS::Lambda::Function')).toEqual([]);
  expect(differences('AWS::Lambda::EventInvokeConfig')).toEqual([]);
});
