import { join } from 'node:path';
import {
  type BinaryExpression,
  isArrowFunction,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isImportDeclaration,
  isJsxAttribute,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxSelfClosingElement,
  isJsxText,
  isMethodDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isReturnStatement,
  isStringLiteral,
  isVariableStatement,
  type JsxChild,
  type JsxElement,
  type JsxFragment,
  type JsxSelfClosingElement,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { API, type Checker, SignatureKind, type Type, TypeFlags } from 'typescript/unstable/sync';

// Translators replace texts by `font` elements; see test/e2e/translator.ts. React then fails to remove
// such a text or to insert something before it, and its changes to the text are not shown. A text that is
// the only child of a host element is safe, because React sets the content of that element.

export const advice = {
  changing:
    'may change, appear or disappear next to other content. Put it into an element of its own, or make everything in this element one string.',
  preceded:
    'follows something that may appear, disappear or be replaced. Put the text into an element of its own.',
  loose: 'has no element around it. Put it into one, because other content may stand next to it.',
  reused:
    'may be shown in place of another element with the same name, and React would keep its texts. Give it a `key`.',
  children:
    'may contain texts next to other content. Declare it as `Elements` instead of `ReactNode`, or put it into an element of its own.',
};

/** They add no element around their children. */
const transparent = /^(Suspense|StrictMode|Fragment)$/;

type Kind = 'element' | 'optional' | 'constant text' | 'changing text' | 'children';
type Shown = JsxElement | JsxSelfClosingElement | JsxFragment;
interface Child {
  kind: Kind;
  node: Node;
}

/**
 * Finds the texts in components that a translator breaks.
 * @param files by path from the root; null for a file on disk
 * @returns a sentence for each of them
 */
export function findFragileTexts(files: Record<string, string | null>): string[] {
  const root = join(import.meta.dirname, '..');
  const configuration = join(root, 'tsconfig.fragile-texts.json');
  const texts = new Map(Object.entries(files).map(([path, text]) => [join(root, path), text]));
  const declarations = join(root, 'web/src/content-modules.d.ts');
  const content = JSON.stringify({
    extends: './tsconfig.json',
    files: [...texts.keys(), declarations],
    include: [],
  });
  const api = new API({
    cwd: root,
    fs: {
      readFile: (path) => (path === configuration ? content : (texts.get(path) ?? undefined)),
      fileExists: (path) => path === configuration || typeof texts.get(path) === 'string' || undefined,
    },
  });
  try {
    const project = api.updateSnapshot({ openProject: configuration }).getProject(configuration);
    if (!project) throw new Error('TypeScript has not opened the project.');
    return [...texts.keys()].flatMap((path) => {
      const file = project.program.getSourceFile(path);
      if (!file) throw new Error(`TypeScript has not read ${path}.`);
      return new FileReader(file, project.checker)
        .read()
        .map((finding) => `${path.slice(root.length + 1)}${finding}`);
    });
  } finally {
    api.close();
  }
}

class FileReader {
  readonly #file: SourceFile;
  readonly #checker: Checker;
  /** The names of imports, and of constants and functions outside of all functions. */
  readonly #constants: Set<string>;
  readonly #findings = new Set<string>();

  constructor(file: SourceFile, checker: Checker) {
    this.#file = file;
    this.#checker = checker;
    this.#constants = namesOutsideOfFunctions(file);
  }

  read(): string[] {
    const visit = (node: Node): undefined => {
      if (isJsxElement(node) || isJsxFragment(node)) this.#check(node);
      if (isConditionalExpression(node)) this.#compare(alternativesOf(node));
      if (isBlock(node) && isFunction(node.parent)) this.#compare(returnedBy(node));
      node.forEachChild(visit);
    };
    visit(this.#file);
    return [...this.#findings];
  }

  #check(parent: JsxElement | JsxFragment): void {
    const children = this.#childrenOf(parent);
    if (isWithoutElement(parent)) {
      // The element around it contains these children too.
      if (parent.parent && (isJsxElement(parent.parent) || isJsxFragment(parent.parent))) return;
      for (const { kind, node } of children) if (kind.endsWith('text')) this.#report(node, advice.loose);
    }
    const hasSeveral = children.length > 1 || (children.length === 1 && hasSpace(parent));
    if (!hasSeveral) return;
    let mayFollowOptional = false;
    for (const { kind, node } of children) {
      if (kind === 'changing text') this.#report(node, advice.changing);
      if (kind === 'children') this.#report(node, advice.children);
      if (kind === 'constant text' && mayFollowOptional) this.#report(node, advice.preceded);
      mayFollowOptional = kind === 'optional' || kind === 'children';
    }
  }

  /** Compares elements of which React shows one at a time, in the same place. */
  #compare(alternatives: Shown[]): void {
    alternatives.forEach((later, index) => {
      if (alternatives.slice(0, index).some((earlier) => this.#shareText(earlier, later)))
        this.#report(isJsxElement(later) ? later.openingElement : later, advice.reused);
    });
  }

  /** Whether React would change or remove a text to get from one to the other. */
  #shareText(one: Node, other: Node): boolean {
    if (!isShown(one) || !isShown(other) || this.#nameOf(one) !== this.#nameOf(other)) return false;
    if (isJsxSelfClosingElement(one) || isJsxSelfClosingElement(other)) return false;
    const pair = [this.#childrenOf(one), this.#childrenOf(other)] as const;
    const hasSeveral = pair.some(({ length }) => length > 1) || hasSpace(one) || hasSpace(other);
    if (hasSeveral && pair.flat().some(({ kind }) => kind.endsWith('text'))) return true;
    return pair[0].some(({ node }, index) => {
      const counterpart = pair[1][index]?.node;
      return counterpart !== undefined && this.#shareText(node, counterpart);
    });
  }

  /** React reuses an element for another with the same name and key. */
  #nameOf(shown: Shown): string {
    if (isJsxFragment(shown)) return '';
    const { tagName, attributes } = isJsxElement(shown) ? shown.openingElement : shown;
    const key = attributes.properties.find(
      (it) => isJsxAttribute(it) && it.name.getText(this.#file) === 'key',
    );
    return `${tagName.getText(this.#file)} ${key?.getText(this.#file)}`;
  }

  #childrenOf(parent: JsxElement | JsxFragment): Child[] {
    return parent.children.flatMap((child) => {
      if ((isJsxElement(child) || isJsxFragment(child)) && isWithoutElement(child))
        return this.#childrenOf(child);
      const kind = this.#kindOf(child);
      return kind ? [{ kind, node: child }] : [];
    });
  }

  #kindOf(child: JsxChild): Kind | undefined {
    if (isJsxText(child)) return child.text.trim() ? 'constant text' : undefined;
    if (isJsxElement(child)) return this.#kindOfElement(child.openingElement);
    if (isJsxSelfClosingElement(child)) return this.#kindOfElement(child);
    if (!isJsxExpression(child) || !child.expression) return undefined;
    const isOptional = isAnd(child.expression);
    const expression = isOptional ? child.expression.right : child.expression;
    if (isStringLiteral(expression) && !expression.text.trim()) return undefined;
    const type = this.#checker.getTypeAtLocation(expression);
    if (!type) throw new Error(`The type of ${expression.getText(this.#file)} is unknown.`);
    return kindOfType(this.#checker, type, () => !isOptional && this.#isConstant(expression));
  }

  #kindOfElement({ tagName, attributes }: JsxSelfClosingElement | JsxElement['openingElement']): Kind {
    const hasKey = attributes.properties.some(
      (it) => isJsxAttribute(it) && it.name.getText(this.#file) === 'key',
    );
    if (hasKey) return 'optional';
    if (/^[a-z]/.test(tagName.getText(this.#file))) return 'element';
    if (!this.#isOurs(tagName)) return 'element';
    const component = this.#checker.getTypeAtLocation(tagName);
    const [signature] = component ? this.#checker.getSignaturesOfType(component, SignatureKind.Call) : [];
    const returned = signature && this.#checker.getReturnTypeOfSignature(signature);
    return returned ? kindOfShown(this.#checker, returned) : 'element';
  }

  /** Components of packages show a single element. */
  #isOurs(tagName: Node): boolean {
    const [name = ''] = tagName.getText(this.#file).split('.');
    const declaration = this.#file.statements
      .filter(isImportDeclaration)
      .find(({ importClause }) => importClause && namesWithin(importClause).includes(name));
    return declaration === undefined || /^'\./.test(declaration.moduleSpecifier.getText(this.#file));
  }

  /** Depends only on what the module defines and imports. */
  #isConstant(node: Node): boolean {
    if (isIdentifier(node)) return this.#constants.has(node.text);
    if (isPropertyAccessExpression(node)) return this.#isConstant(node.expression);
    if (isCallExpression(node) && /^use[A-Z]/.test(node.expression.getText(this.#file))) return false;
    let areChildrenConstant = true;
    node.forEachChild((child) => {
      areChildrenConstant &&= this.#isConstant(child);
    });
    return areChildrenConstant;
  }

  #report(node: Node, problem: string): void {
    const { line } = this.#file.getLineAndCharacterOfPosition(node.getStart(this.#file));
    const text = node.getText(this.#file).trim().replace(/\s+/g, ' ');
    this.#findings.add(`:${line + 1}: \`${text}\` ${problem}`);
  }
}

function kindOfType(checker: Checker, type: Type, isConstant: () => boolean): Kind {
  const parts = partsOf(checker, type);
  const mayBeText = parts.some(
    (part) =>
      part.flags & (TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.AnyOrUnknown) &&
      !isEmptyText(part),
  );
  const mayBeElement = parts.some(({ flags }) => flags & TypeFlags.Object);
  if (mayBeText && mayBeElement) return 'children';
  if (mayBeText) return isConstant() ? 'constant text' : 'changing text';
  return 'optional';
}

/** Returns the kind of text that a component shows, by its type. `ReactNode` says nothing; the texts of its own elements are checked. */
function kindOfShown(checker: Checker, type: Type): Kind {
  const parts = partsOf(checker, type);
  if (parts.some(({ flags }) => flags & TypeFlags.BigInt)) return 'element';
  const isOneElement = parts.every((part) => part.flags & TypeFlags.Object && !checker.isArrayType(part));
  return isOneElement ? 'element' : kindOfType(checker, type, () => false);
}

/** React shows nothing for it. */
const isEmptyText = (type: Type) => type.isStringLiteralType() && type.value === '';

/** The types in a union, and in its arrays. */
function partsOf(checker: Checker, type: Type): Type[] {
  const parts = new Set([type]);
  // A set also visits what is added to it.
  for (const part of parts) {
    if (part.isUnionType()) for (const each of part.getTypes()) parts.add(each);
    if (checker.isArrayType(part) && part.isTypeReference())
      for (const each of checker.getTypeArguments(part)) parts.add(each);
  }
  return [...parts].filter((part) => !part.isUnionType());
}

function isWithoutElement(node: JsxElement | JsxFragment): boolean {
  return isJsxFragment(node) || transparent.test(node.openingElement.tagName.getText());
}

function isShown(node: Node): node is Shown {
  return isJsxElement(node) || isJsxSelfClosingElement(node) || isJsxFragment(node);
}

/** The elements of which an expression is one. */
function alternativesOf(node: Node): Shown[] {
  if (isShown(node)) return [node];
  if (isParenthesizedExpression(node)) return alternativesOf(node.expression);
  if (isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(alternativesOf);
  return isBinaryExpression(node) ? alternativesOf(node.right) : [];
}

/** The elements of which a function returns one. */
function returnedBy(node: Node): Shown[] {
  if (isFunction(node)) return [];
  if (isReturnStatement(node)) return node.expression ? alternativesOf(node.expression) : [];
  const found: Shown[] = [];
  node.forEachChild((child) => {
    found.push(...returnedBy(child));
  });
  return found;
}

const isFunction = (node: Node) =>
  isArrowFunction(node) ||
  isFunctionDeclaration(node) ||
  isFunctionExpression(node) ||
  isMethodDeclaration(node);

/** React shows nothing for what may be on its left: false, null and `''`. */
const isAnd = (node: Node): node is BinaryExpression =>
  isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken;

/** `{' '}` is a child too. */
function hasSpace({ children }: JsxElement | JsxFragment): boolean {
  return children.some(
    (child) => isJsxExpression(child) && child.expression && isStringLiteral(child.expression),
  );
}

function namesOutsideOfFunctions(file: SourceFile): Set<string> {
  return new Set(
    file.statements.flatMap((statement) => {
      if (isImportDeclaration(statement)) return namesWithin(statement);
      if (isVariableStatement(statement))
        return statement.declarationList.declarations.flatMap(({ name }) => namesWithin(name));
      return isFunctionDeclaration(statement) && statement.name ? [statement.name.text] : [];
    }),
  );
}

function namesWithin(node: Node): string[] {
  if (isIdentifier(node)) return [node.text];
  const names: string[] = [];
  node.forEachChild((child) => {
    names.push(...namesWithin(child));
  });
  return names;
}
