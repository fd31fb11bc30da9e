import { events } from '../../contract/events.ts';
import { limitStore } from '../limits/limit-store.ts';
import { mailOnce } from '../mail/mail-once.ts';
import { contactForTeam, contactReceipt } from '../mail/team-mail.ts';
import { AppError } from '../platform/app-error.ts';
import { dynamodb } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { consume } from '../platform/consume.ts';

const { LIMITS_TABLE, TEAM_ADDRESS } = readConfig({ LIMITS_TABLE: resourceName, TEAM_ADDRESS: resourceName });
const limits = limitStore(dynamodb(), LIMITS_TABLE);
const send = mailOnce();

export const handler = consume(events.contactSubmitted, async ({ messageId, ...letter }, context) => {
  const toTeam = { to: TEAM_ADDRESS, replyTo: letter.email, mail: contactForTeam(letter) };
  await send({ occasion: `contact#${messageId}`, ...toTeam }, context);
  if (!(await mayHaveReceipt(letter.email))) return;
  await send({ occasion: `contactReceipt#${messageId}`, to: letter.email, mail: contactReceipt() }, context);
});

/** Nobody's inbox can be filled with receipts by typing its address here again and again. */
async function mayHaveReceipt(email: string): Promise<boolean> {
  try {
    await limits.take('contactReceipt', email.toLowerCase(), new Date());
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'resource-exhausted') return false;
    throw error;
  }
}
