import { describe, expect, it } from 'vitest';
import { joinTemplates } from './join-templates.ts';
import type { Template } from './keep-template.ts';

const resource = (value: unknown) => ({ Type: 'AWS::Lambda::Function', Properties: { value } });
const data: Template = {
  Resources: { Table: resource('table') },
  Outputs: {
    TableName: { Value: { Ref: 'Table' } },
    ExportsOutputRefTable: { Value: { Ref: 'Table' }, Export: { Name: 'data:ExportsOutputRefTable' } },
    PublishOutputRefTable: { Value: { Ref: 'Table' } },
  },
};
const ofApi = (value: unknown): Template => ({ Resources: { Handler: resource(value) }, Outputs: {} });

describe('joinTemplates', () => {
  it.each([
    ['strong', { 'Fn::ImportValue': 'data:ExportsOutputRefTable' }],
    ['weak', { 'Fn::GetStackOutput': { StackName: 'data', OutputName: 'PublishOutputRefTable' } }],
  ])('replaces a %s reference between stacks with one within the template', (_, reference) => {
    const joined = joinTemplates({ data, api: ofApi({ 'Fn::Join': ['/', [reference, 'index']] }) });
    expect(joined.Resources.Handler?.Properties.value).toEqual({
      'Fn::Join': ['/', [{ Ref: 'Table' }, 'index']],
    });
  });

  it('follows an output that refers to another stack', () => {
    const api: Template = {
      ...ofApi('handler'),
      Outputs: { Table: { Value: { 'Fn::ImportValue': 'data:ExportsOutputRefTable' } } },
    };
    const weak = { 'Fn::GetStackOutput': { StackName: 'api', OutputName: 'Table' } };
    const monitoring: Template = { Resources: { Dashboard: resource(weak) }, Outputs: {} };
    const joined = joinTemplates({ data, api, monitoring });
    expect(joined.Resources.Dashboard?.Properties.value).toEqual({ Ref: 'Table' });
  });

  it('keeps outputs, except those that exist only for references', () => {
    expect(joinTemplates({ data, api: ofApi('') }).Outputs).toEqual({
      TableName: { Value: { Ref: 'Table' } },
    });
  });

  it.each([
    [{ 'Fn::ImportValue': 'data:Other' }, 'No stack has the output data:Other.'],
    [
      { 'Fn::GetStackOutput': { StackName: 'other', OutputName: 'TableName' } },
      'No stack has the output other TableName.',
    ],
  ])('rejects the reference %j, which no stack has', (reference, message) => {
    expect(() => joinTemplates({ data, api: ofApi(reference) })).toThrow(message);
  });

  it('rejects a logical id that two stacks use', () => {
    expect(() => joinTemplates({ data, copy: { ...data, Outputs: {} } })).toThrow(
      'Two stacks use the logical id Table.',
    );
  });
});
