import type { DeskOperationName } from '../../contract/operations/desk-routes.ts';
import { onIndexed, onTable, publish, readSecret, settle } from './rights.ts';

const onAccounts = (...actions: string[]) =>
  actions.map((action) => `cognito-idp:${action} on AccountsUserPool`);

/** What the functions of the desk may do, and nothing else. */
export const deskRights: Record<DeskOperationName, string[]> = {
  deskFind: [
    ...onIndexed('Orders', 'GetItem'),
    ...onTable('Referrals', 'GetItem'),
    ...readSecret('PaymentsStripeSecretKey'),
    'cognito-idp:AdminGetUser on AccountsUserPool',
    'cognito-idp:ListUsers on AccountsUserPool',
  ],
  deskPerson: [
    ...onTable('Users', 'GetItem'),
    ...onIndexed('Orders', 'Query'),
    ...onIndexed('Feedback', 'Query'),
    ...onTable('Referrals', 'Query'),
    ...onIndexed('Audit', 'Query'),
    ...onAccounts('AdminGetUser', 'AdminListGroupsForUser'),
  ],
  deskAudit: onIndexed('Audit', 'Query'),
  deskNote: onIndexed('Audit', 'PutItem'),
  deskMailLicense: [
    ...onIndexed('Orders', 'GetItem'),
    ...onIndexed('Audit', 'PutItem'),
    publish('LicenseIssued'),
  ],
  deskSettle: [...settle, ...onIndexed('Audit', 'PutItem')],
  deskSignOut: [...onIndexed('Audit', 'PutItem'), ...onAccounts('AdminGetUser', 'AdminUserGlobalSignOut')],
};
