/** A test of test/cloud that fails on the second cloud. */
export interface ListedTest {
  /** Relative to test/cloud. */
  file: string;
  /** The names of its groups and the test. An asterisk matches any text. */
  test: string;
  reason: string;
  /** Passes or fails, depending on timing. */
  sometimes?: true;
}

/** The tests by the reason of their failure. Each reason is a fault of MiniStack 1.5.33, unless it says otherwise. */
const byReason: { reason: string; sometimes?: true; tests: Record<string, string[]> }[] = [
  {
    reason: 'A user pool has no passkeys.',
    tests: { 'losing-things.test.ts': ['*'] },
  },
  {
    reason:
      'A distribution checks no signed links. Its template also has no key group, because CloudFormation does not know the type.',
    tests: { 'download-links.test.ts': ['a link to a build is refused *'] },
  },
  {
    reason: 'A distribution forwards no query to a bucket, so the file has no `content-disposition`.',
    tests: {
      'download-links.test.ts': [
        'a link to a build leads to the distribution *',
        'an account gets links to resources, which download under their own names',
      ],
      'whole-path.test.ts': ['lets a visitor register, get the free license and download a build'],
    },
  },
  {
    reason:
      'A distribution adds no headers of the policy to the answer of a CloudFront Function. AWS documents headers for answers from the cache and the origin, and says nothing about functions: check it on AWS. https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/modifying-response-headers.html',
    tests: {
      'headers.test.ts': [
        'sends another URL of a page *',
        'sends the API without a token *',
        'sends the API with a forged token *',
        'sends an unknown operation *',
        'sends a one-click link in an email, opened as a page *',
        'scores at least 100 points *',
      ],
    },
  },
  {
    reason: 'A distribution accepts methods that its behavior does not allow.',
    tests: { 'headers.test.ts': ['sends a method that pages do not allow *'] },
  },
  {
    reason: 'SES sends no events, so no email becomes delivered or bounced, and nothing is withheld.',
    tests: {
      'desk-mails.test.ts': ['*'],
      'undelivered-mails.test.ts': ['*'],
    },
  },
  {
    reason:
      'The sender is that of the stage `dev`, because SES accepts only an address that the stacks verify.',
    tests: { 'mails.test.ts': ['sends an email with a code from our address, *'] },
  },
  {
    reason: 'Metric filters count nothing.',
    tests: { 'desk-overview.test.ts': ['counts a registration for the overview of the desk'] },
  },
  {
    reason: 'The last lines that a function logs may appear only with its next run.',
    sometimes: true,
    tests: { 'request-id.test.ts': ['keeps the first id in a chain of events'] },
  },
  {
    reason: 'CloudWatch sends no event when the state of an alarm changes.',
    tests: { 'status.test.ts': ['shows an alarm as an incident, *'] },
  },
  {
    reason: 'A user pool does not mark the address as verified when a code confirms the registration.',
    tests: {
      'account.test.ts': ['exports everything about the caller, *'],
      'desk.test.ts': ['the desk shows a person with the timeline of the orders'],
      'desk-accounts.test.ts': ['deskResendConfirmation sends the code to a corrected address, *'],
      'updates-with-a-license.test.ts': ['a license moves to a friend who accepts the offer, *'],
    },
  },
  {
    reason: 'A user pool sends no code to a new address, and has no VerifyUserAttribute.',
    tests: {
      'account.test.ts': ['copies a confirmed email address to the record, *'],
      'licenses.test.ts': ['issues a new file for a new address, *'],
    },
  },
  {
    reason: 'A user pool accepts the address of another account.',
    tests: { 'desk-accounts.test.ts': ['deskResendConfirmation refuses the address of another account, *'] },
  },
  {
    reason: 'A refresh token works on if the sign-ins were ended in the second in which it was issued.',
    sometimes: true,
    tests: { 'desk-accounts.test.ts': ['npm run grant ends sign-ins that are older than the app'] },
  },
  {
    reason: 'A user pool accepts access tokens and refresh tokens after the sign-ins of the user were ended.',
    tests: {
      'account.test.ts': ['ends earlier sessions after a password reset, *'],
      'desk-accounts.test.ts': ['deskSignOut ends the sign-ins of a person, *'],
      'factor-reset.test.ts': ['a lost second factor is turned off 24 hours *'],
    },
  },
  {
    reason: 'The challenge after the password names the typed address, not the user (USER_ID_FOR_SRP).',
    tests: { 'recovery.test.ts': ['recovery codes turn off *', 'recovery codes stop working *'] },
  },
];

export const listedTests: ListedTest[] = byReason.flatMap(({ tests, ...why }) =>
  Object.entries(tests).flatMap(([file, names]) => names.map((test) => ({ file, test, ...why }))),
);
