export const maxVersionLength = 100;

/**
 * Semantic versioning without build metadata: the expression that https://semver.org/#faq suggests,
 * without its last group.
 */
export const versionPattern =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?$/;

/** True for 1.0.0-beta.1, which comes before 1.0.0. */
export const isPrerelease = (version: string): boolean => version.includes('-');

/** Compares by the precedence of semantic versioning, older first. */
export function compareVersions(left: string, right: string): number {
  const [leftCore = '', ...leftRest] = left.split('-');
  const [rightCore = '', ...rightRest] = right.split('-');
  const byCore = compareParts(leftCore.split('.'), rightCore.split('.'));
  if (byCore !== 0) return byCore;
  const [leftTag, rightTag] = [leftRest.join('-'), rightRest.join('-')];
  // 1.0.0-beta.1 comes before 1.0.0.
  if (!leftTag || !rightTag) return Number(!leftTag) - Number(!rightTag);
  return compareParts(leftTag.split('.'), rightTag.split('.'));
}

function compareParts(left: string[], right: string[]): number {
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = comparePart(part, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** Compares numbers by value and words by characters; numbers come before words. */
function comparePart(left: string, right: string): number {
  const areNumbers = [left, right].map((part) => /^\d+$/.test(part));
  if (areNumbers[0] && areNumbers[1]) return Number(left) - Number(right);
  if (areNumbers[0] !== areNumbers[1]) return areNumbers[0] ? -1 : 1;
  return left < right ? -1 : Number(left > right);
}
