/** Shown to a visitor who needs no license, because the team added the account to a group. */
export function TeamAccess() {
  return <span>Our team gave you full access, so you do not need a license.</span>;
}
