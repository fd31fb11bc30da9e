/** For a visitor who needs no license: the team chose a group for the account. */
export function TeamAccess() {
  return <span>Our team gave you full access, so you do not need a license.</span>;
}
