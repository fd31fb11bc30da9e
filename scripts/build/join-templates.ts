import type { Resource, Template } from './keep-template.ts';

/**
 * Joins the templates of a stage's stacks into one and replaces references between stacks with
 * references within the template.
 * @param templates by the name of their stack
 * @throws Error when two stacks use the same logical id, or when a reference has no output
 */
export function joinTemplates(templates: Record<string, Template>): Template {
  const values = new Map<string, unknown>();
  for (const [stack, { Outputs: outputs = {} }] of Object.entries(templates)) {
    for (const [name, { Value: value, Export: exported }] of Object.entries(outputs)) {
      values.set(`${stack} ${name}`, value);
      if (exported) values.set(exported.Name, value);
    }
  }

  function outputValue(name: string): unknown {
    if (!values.has(name)) throw new Error(`No stack has the output ${name}.`);
    return replaceReferences(values.get(name));
  }

  function replaceReferences(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(replaceReferences);
    if (value === null || typeof value !== 'object') return value;
    if ('Fn::ImportValue' in value) return outputValue(String(value['Fn::ImportValue']));
    if ('Fn::GetStackOutput' in value) {
      const { StackName: stack, OutputName: output } = value['Fn::GetStackOutput'] as Record<string, string>;
      return outputValue(`${stack} ${output}`);
    }
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaceReferences(inner)]));
  }

  const all = Object.values(templates);
  return {
    Resources: replaceReferences(merge(all.map(({ Resources }) => Resources))) as Record<string, Resource>,
    // The other outputs exist only for references.
    Outputs: replaceReferences(
      merge(all.map(({ Outputs = {} }) => filterEntries(Outputs, (name) => !isForReferences(name)))),
    ) as Template['Outputs'],
  };
}

/** The prefix of the outputs that CDK creates for references between stacks. */
const isForReferences = (output: string) => /^(ExportsOutput|Publish)/.test(output);

function merge<Value>(records: Record<string, Value>[]): Record<string, Value> {
  const merged: Record<string, Value> = {};
  for (const [id, value] of records.flatMap((record) => Object.entries(record))) {
    if (Object.hasOwn(merged, id)) throw new Error(`Two stacks use the logical id ${id}.`);
    merged[id] = value;
  }
  return merged;
}

const filterEntries = <Value>(record: Record<string, Value>, isKept: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => isKept(name)));
