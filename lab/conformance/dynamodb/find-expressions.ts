/** An expression of DynamoDB in a source. */
export interface SourceExpression {
  /** Such as `ConditionExpression`. */
  property: string;
  /** A literal without values; missing if the code computes the expression or passes it on. */
  text?: string;
  /** A literal with values, or how another value begins: a name or a bracket. Missing for a property without a value. */
  beginning?: string;
}

const names = '(?:Condition|Update|KeyCondition|Filter|Projection)Expression';
/** A value in a template literal, which may contain another one. */
const value = /\$\{(?:[^{}`]|`(?:[^`$]|\$\{[^}]*\})*`)*\}/;
const literal = `'[^']+'|\`(?:[^\`$]|${value.source})+\``;
const property = RegExp(`\\b(${names})(?::\\s*(?:(${literal})|(?!string\\b)(\\w+|\\S))|\\s*[,}])`, 'g');

export const findExpressions = (source: string): SourceExpression[] =>
  [...source.matchAll(property)].map(([, name = '', quoted, beginning = quoted?.slice(1, -1)]) => ({
    property: name,
    ...(quoted && !quoted.includes('${')
      ? { text: quoted.slice(1, -1) }
      : beginning && { beginning: beginning.replaceAll(/\s+/g, ' ') }),
  }));
