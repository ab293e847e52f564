import ts from 'typescript';

const EQUALITIES = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);
/** Names of secrets and signatures. */
const SECRET = /(?:key|secret|token|signature|sealed|password|digest|hash|mac)s?$/i;

/** The comparisons in a source file that could leak a secret by timing, as written. */
export function secretComparisons(source: string): string[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && comparesSecrets(node)) found.push(node.getText(file));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether a secret is compared with a value that is not a literal. */
function comparesSecrets({ left, right, operatorToken }: ts.BinaryExpression): boolean {
  if (!EQUALITIES.has(operatorToken.kind) || isPlain(left) || isPlain(right)) return false;
  return SECRET.test(nameOf(left)) || SECRET.test(nameOf(right));
}

/** Whether a value cannot be a secret: a literal of the source, or the name of a type. */
const isPlain = (node: ts.Expression): boolean =>
  ts.isLiteralExpression(node) ||
  ts.isTypeOfExpression(node) ||
  ts.isVoidExpression(node) ||
  node.kind === ts.SyntaxKind.NullKeyword ||
  node.kind === ts.SyntaxKind.TrueKeyword ||
  node.kind === ts.SyntaxKind.FalseKeyword ||
  (ts.isIdentifier(node) && node.text === 'undefined');

/** The last name of an expression: `apiKey` of `settings.apiKey`, `token` of `body['token']`. */
function nameOf(node: ts.Expression): string {
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isElementAccessExpression(node))
    return ts.isLiteralExpression(node.argumentExpression) ? node.argumentExpression.text : '';
  if (ts.isCallExpression(node) || ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node))
    return nameOf(node.expression);
  return '';
}
