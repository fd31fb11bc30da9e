/** A sentence for people, not a code. */
const isSentence = (node) =>
  (node.type === 'StringLiteral' && node.value.includes(' ')) || node.type === 'TemplateLiteral';

const isCause = (node) =>
  node.type === 'ObjectExpression' && node.properties.some(({ key }) => key?.name === 'cause');

/** Ignores the sentence of an error and its cause: tests check which error it is, not how it is worded. */
function shouldIgnore({ node, parent }) {
  const isErrorArgument =
    parent?.type === 'NewExpression' &&
    /Error$/.test(parent.callee.name ?? '') &&
    parent.arguments.includes(node);
  return isErrorArgument && (isSentence(node) || isCause(node)) ? 'It is the text of an error.' : undefined;
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'error-texts', value: { shouldIgnore } }];
