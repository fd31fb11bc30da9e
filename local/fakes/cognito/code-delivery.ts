/** Where a code went, as Cognito tells it; the same for an address that nobody has. */
export function codeDeliveryDetails(email: string) {
  return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: maskEmail(email) };
}

function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${name.charAt(0)}***@${domain.charAt(0)}***`;
}
