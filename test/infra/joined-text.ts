/** A text of a template with names that only a deployment creates. */
export interface JoinedText {
  'Fn::Join': [separator: string, parts: (string | { 'Fn::GetAtt': string[] })[]];
}

/** The text, with the names that attributes have on this machine: `<logical id>.<attribute>`. */
export function joinedText(value: string | JoinedText): string {
  if (typeof value === 'string') return value;
  const [separator, parts] = value['Fn::Join'];
  return parts
    .map((part) => (typeof part === 'string' ? part : part['Fn::GetAtt'].join('.')))
    .join(separator);
}
