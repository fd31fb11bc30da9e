import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusOfLabel } from '../contract/content/changelog.ts';
import { operations } from '../contract/operations/operations.ts';
import type { OperationName } from '../contract/operations/routes.ts';
import { releaseManifest, releaseVersion } from '../contract/records/release.ts';
import { isEmail } from '../contract/rules/email-address.ts';
import { readCode } from '../contract/rules/license-codes.ts';
import { createRecoveryCodes, findRecoveryCode } from '../lambdas/domain/security/recovery-code-hashes.ts';
import { isEmailAddress } from '../local/fakes/cognito/user-pool.ts';
import { isEmail as isEmailAtStripe } from '../local/fakes/stripe/buyer-details.ts';
import { parseChangelog } from '../publishing/markdown/parse-changelog.ts';
import { readReleaseNotes } from '../scripts/commands/release/release-notes.ts';
import { codeOf } from '../web/src/components/forms/code-field.tsx';
import { emailOf } from '../web/src/components/forms/email-of.ts';
import { acceptableRequests } from './acceptable-requests.ts';

/* One thing has one rule: what one part of the site accepts, the others accept, too. */

const accepts = (name: OperationName, data: unknown) => operations[name].request.safeParse(data).success;
const succeeds = (run: () => unknown) => {
  try {
    run();
    return true;
  } catch {
    return false;
  }
};
const id = '5f0c7c0e-2f5d-4a3e-8f8a-0d5f6a1b2c3d';

function formWith(email: string): FormData {
  const fields = new FormData();
  fields.set('email', email);
  return fields;
}

/** Everything that takes an email address, by whether it takes this one. */
const emailRules: Record<string, (email: string) => boolean> = {
  'the forms for accounts': (email) => succeeds(() => emailOf(formWith(email))),
  contact: (email) => accepts('contact', { messageId: id, name: 'Ana', email, message: 'Hello!' }),
  reportProblem: (email) => accepts('reportProblem', { ...acceptableRequests('').reportProblem, email }),
  withdraw: (email) => accepts('withdraw', { withdrawalId: id, name: 'Ana', email }),
  recoverAccount: (email) => accepts('recoverAccount', { email, password: 'x', recoveryCode: 'x' }),
  deskResendConfirmation: (email) =>
    accepts('deskResendConfirmation', { actionId: id, reason: 'Asked.', userId: id, correctedEmail: email }),
};

describe('an email address', () => {
  it.each([
    'smith&sons@example.com',
    'a!b@example.com',
    'ivan@firma.xn--p1ai',
    "o'neill@example.test",
    'ana+news@mail.example.co.uk',
    'a@b-c.io',
  ])('is accepted everywhere: %s', (email) => {
    for (const [name, rule] of Object.entries(emailRules)) expect(rule(email), name).toBe(true);
    expect(isEmail(email)).toBe(true);
    expect(isEmailAddress(email), 'Cognito').toBe(true);
    expect(isEmailAtStripe(email), 'Stripe').toBe(true);
  });

  it.each([
    '',
    'ana',
    'ana@example',
    'a..b@example.com',
    '.a@example.com',
    'a.@example.com',
    'a@b..com',
    'a@-b.com',
    'a@1.2.3.4',
    'jürgen@example.com',
    'ana@exa mple.com',
    'Ana <ana@example.com>',
    'ana@example.com,ben@example.com',
    'ana@example.com\nBcc: all@example.com',
    `${'x'.repeat(65)}@example.com`,
  ])('is refused everywhere: %j', (email) => {
    for (const [name, rule] of Object.entries(emailRules)) expect(rule(email), name).toBe(false);
  });

  it('has the same answer everywhere', () => {
    const part = fc.string({ unit: fc.constantFrom(..."aZ9.-_!&'+@ é\u200b\v"), minLength: 1, maxLength: 8 });
    const address = fc.tuple(part, part, fc.constantFrom('com', 'xn--p1ai', 'рф', '', '1'));
    fc.assert(
      fc.property(address, ([local, domain, top]) => {
        const answers = Object.values(emailRules).map((rule) => rule(`${local}@${domain}.${top}`));
        expect(new Set(answers).size).toBe(1);
      }),
    );
  });

  it('has the domain that mail servers use', () => {
    expect(emailOf(formWith(' ivan@фирма.рф '))).toBe('ivan@xn--80apmps.xn--p1ai');
    expect(succeeds(() => emailOf(formWith('ivan@фир/ма.рф')))).toBe(false);
  });
});

describe('a version in the changelog', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'changelog-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const number = fc.constantFrom('0', '1', '10', '01');
  const tag = fc.constantFrom('', '-beta.10', '-rc-1', '-beta.01', '+build', '-');
  const version = fc.tuple(number, number, number, tag).map(([a, b, c, rest]) => `${a}.${b}.${c}${rest}`);
  const label = fc.constantFrom('', ' - Dev', ' - Testing', ' - testing', ' - Test', ' - Stable', ' - ');
  const body = fc.constantFrom(
    '',
    '### Added\n\n- A map.',
    '<b>New</b>',
    'New: <b>maps</b>.',
    '<!-- later -->',
  );

  it('is a release exactly when the build publishes it', async () => {
    const file = join(folder, 'changelog.md');
    await fc.assert(
      fc.asyncProperty(version, label, body, async (version, label, body) => {
        const text = `## [${version}] - 2025-08-20${label}\n\n${body}\n`;
        await writeFile(file, text);
        const built = succeeds(() => parseChangelog(file, text)) ? parseChangelog(file, text)[0] : undefined;
        const status = built && statusOfLabel(built.label);
        const released = await readReleaseNotes(version, file).catch(() => undefined);
        expect(released?.channel).toBe(
          status === 'testing' ? 'beta' : status === 'live' ? 'stable' : undefined,
        );
        expect(released?.notes ?? '').not.toMatch(/</);
        if (!released) return;
        expect(releaseVersion.safeParse(version).success).toBe(true);
        expect(releaseManifest.shape.version.safeParse(version).success).toBe(true);
        if (version.includes('-')) expect(released.channel).toBe('beta');
      }),
      { numRuns: 300 },
    );
  });

  it('has the heading that the command asks for', async () => {
    const file = join(folder, 'empty.md');
    await writeFile(file, '');
    const message = await readReleaseNotes('0.3.1-beta.10', file).then(
      () => '',
      (error: Error) => error.message,
    );
    const [, heading = ''] = /"## (.+?)"/.exec(message) ?? [];
    const text = `## ${heading.replace(' - date', ' - 2025-08-20')}\n`;
    expect(parseChangelog(file, text)[0]).toMatchObject({ version: '0.3.1-beta.10', label: 'Testing' });
  });
});

describe('a code', () => {
  const ways: [string, (code: string) => string][] = [
    ['in lowercase, without dashes', (code) => code.replaceAll('-', '').toLowerCase()],
    ['in groups with spaces', (code) => ` ${code.replaceAll('-', ' ')}\n`],
    ['with the dashes of a text program', (code) => code.replaceAll('-', '–')],
    [
      'in full-width characters',
      (code) => code.replace(/\w/g, (it) => String.fromCharCode(it.charCodeAt(0) + 0xfee0)),
    ],
  ];

  it.each(ways)('is the same %s', (_, write) => {
    expect(readCode(write('7K3M-QXTB-9WBD-H2PA'))).toBe('7K3MQXTB9WBDH2PA');
    const { codes, stored } = createRecoveryCodes(new Date());
    expect(findRecoveryCode(write(codes[0] ?? ''), stored)).toBe(stored.hashes[0]);
  });

  it.each(['123456', '123 456', '123-456', ' １２３４５６ ', '123\u00a0456'])(
    'has six digits: %j',
    (typed) => {
      const fields = new FormData();
      fields.set('code', typed);
      expect(codeOf(fields)).toBe('123456');
    },
  );
});
