/** An expression of DynamoDB in a source. */
export interface SourceExpression {
  /** Such as `ConditionExpression`. */
  property: string;
  /** The literal; missing if the code computes the expression or passes it on. */
  text?: string;
  /** How the value begins if it is no literal: a name or a bracket. Missing for a property without a value. */
  beginning?: string;
}

const names = '(?:Condition|Update|KeyCondition|Filter|Projection)Expression';
/** A value in a template literal, which may contain another one. */
const value = /\$\{(?:[^{}`]|`(?:[^`$]|\$\{[^}]*\})*`)*\}/;
const literal = `'[^']+'|\`(?:[^\`$]|${value.source})+\``;
const property = RegExp(`\\b(${names})(?::\\s*(?:(${literal})|(?!string\\b)(\\w+|\\S))|\\s*[,}])`, 'g');

export const findExpressions = (source: string): SourceExpression[] =>
  [...source.matchAll(property)].map(([, name = '', text, beginning]) => ({
    property: name,
    ...(text && { text: text.slice(1, -1) }),
    ...(beginning && { beginning }),
  }));

/** Matches what a literal becomes with any values. */
export function patternOf(text: string): RegExp {
  const fixed = text.split(value).map((part) => part.replaceAll(/[^\w\s]/g, '\\$&'));
  return new RegExp(`^${fixed.join('.*')}$`, 's');
}
