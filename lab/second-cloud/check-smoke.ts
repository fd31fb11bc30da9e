import { runTeamCommand } from '../../test/team-command.ts';

/** The checks of `npm run smoke` that fail on the second cloud, each for a fault of MiniStack 1.5.33. */
const failingChecks: Record<string, string> = {
  'Strict-Transport-Security':
    'A distribution adds no headers of the policy to the answer of a CloudFront Function.',
  'Security headers': 'The same.',
  Compression: 'A distribution compresses nothing.',
  'Links to builds': 'A distribution checks no signed links.',
  'License email': 'SES sends no events, so no delivery is reported.',
  'Email with a code for a new password': 'The same.',
  'Second factor':
    'The challenge after the password names the typed address, not the user (USER_ID_FOR_SRP).',
  Deletion: 'The account still has its second factor, because the check above failed.',
};

/**
 * Runs `npm run smoke` against the second cloud.
 * @returns what happened
 * @throws Error when another check fails, or a listed one passes
 */
export async function checkSmoke(dir: string): Promise<string> {
  const { output } = await runTeamCommand(dir, 'scripts/commands/smoke.ts');
  const rows = [...output.matchAll(/^(\S.*?) {2,}(passed|failed|needs your eyes|not possible)\b.*$/gm)];
  if (rows.length === 0) throw new Error(`npm run smoke printed no table:\n${output}`);
  const named = (result: string) =>
    rows.filter(([, , found]) => found === result).map(([, name = '']) => name);
  const failed = named('failed');
  const surprises = [
    ...rows
      .filter(([, name = '', found]) => found === 'failed' && !(name in failingChecks))
      .map(([row]) => row),
    ...Object.keys(failingChecks)
      .filter((name) => !failed.includes(name))
      .map((name) => `"${name}" passes now. Remove it from the list.`),
  ];
  if (surprises.length > 0) throw new Error(`npm run smoke has surprises:\n${surprises.join('\n')}`);
  return `Ran npm run smoke: ${named('passed').length} of ${rows.length} checks passed, and ${failed.length} failed for a known reason.`;
}
