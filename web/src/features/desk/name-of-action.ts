import type { AuditAction } from '../../../../contract/records/audit-entry.ts';

export const nameOfAction: Record<AuditAction, string> = {
  note: 'Note',
  mailLicense: 'License sent again',
  settle: 'Stripe asked again',
  refund: 'Refund',
  gift: 'License given',
  revoke: 'License revoked',
  createCodes: 'Codes made',
  revokeCodes: 'Codes revoked',
  answerFeedback: 'Feedback answered',
  closeFeedback: 'Feedback done',
  storeArticle: 'Article stored',
  unpublishArticle: 'Article unpublished',
  promoteRelease: 'Release promoted',
  yankRelease: 'Release withdrawn',
  signOut: 'Signed out everywhere',
  resendConfirmation: 'Code for the registration sent again',
  turnOffFactor: 'Reset of the second factor',
  exportData: 'Data exported',
  deleteAccount: 'Account deleted',
};
