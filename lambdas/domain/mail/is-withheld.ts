/** Whether SES tells of a mail that it has not sent at all, because of what became of an earlier one. */
export function isWithheld(subType: string | null | undefined): boolean {
  return subType === 'OnAccountSuppressionList';
}
