/** Whether SES reports an email that it did not send, because of a bounce or complaint of an earlier one. */
export function isWithheld(subType: string | null | undefined): boolean {
  return subType === 'OnAccountSuppressionList';
}
