import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { dropUnusedConstants } from './drop-unused-constants.ts';

async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: '.' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    plugins: [dropUnusedConstants],
  });
  return outputFiles.map(({ text }) => text).join('');
}

describe('dropUnusedConstants', () => {
  it('drops the schemas of operations that a function does not use', async () => {
    const text = await bundle(
      "import * as userOperations from './contract/operations/user-operations.ts'; console.log(userOperations.syncEmail);",
    );
    expect(text).toContain('defineOperation("syncEmail"');
    expect(text).not.toContain('defineOperation("recoverAccount"');
    expect(text).not.toContain('recoveryCode:');
  });

  it('drops the configuration schemas that a function does not use', async () => {
    const text = await bundle(
      "import { flag, readConfig } from './lambdas/platform/config.ts'; console.log(readConfig({ IS_ON: flag }));",
    );
    expect(text).toContain('var flag =');
    expect(text).not.toContain('var priceIds =');
  });

  it('keeps the schema that a function uses, and its messages', async () => {
    const text = await bundle(
      "import { referralCode } from './contract/operations/fields.ts'; import * as z from './contract/zod.ts'; export const { error } = z.strictObject({ referralCode, email: z.email() }).safeParse({ referralCode: '!' });",
    );
    const { error } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
    expect(error.issues.map(({ message }: { message: string }) => message)).toEqual([
      'must be 3 to 64 letters, digits, - or _',
      'Invalid input: expected string, received undefined',
    ]);
  });
});
