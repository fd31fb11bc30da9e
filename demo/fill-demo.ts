import { type DemoPerson, inventPeople } from './demo-people.ts';
import { type DemoSite, demoSite } from './demo-site.ts';
import type { DemoStores } from './open-demo-stores.ts';

export interface DemoClock {
  now: () => Date;
  setTo: (at: Date) => void;
}

interface Step {
  at: Date;
  act: () => Promise<unknown>;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Plays two years of history: registrations, purchases, refunds, disputes, withdrawals, codes and feedback, in the order of their times.
 */
export async function fillDemo(
  stores: DemoStores,
  clock: DemoClock,
  { today, adminId, count }: { today: Date; adminId: string; count: number },
  onProgress: (done: number, all: number) => void,
): Promise<void> {
  const site = demoSite(stores, adminId, clock.now);
  const people = inventPeople(today, count);
  const steps = people.flatMap((person) => stepsOf(person, site, today)).filter(({ at }) => at < today);
  steps.sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const [index, { at, act }] of steps.entries()) {
    clock.setTo(at);
    await act();
    if (index % 50 === 0) onProgress(index, steps.length);
  }
  clock.setTo(new Date(today.getTime() - 20 * dayMs));
  const pupils = people.filter(
    ({ order, isConfirmed, registeredAt }) => isConfirmed && !order && registeredAt < clock.now(),
  );
  await site.redeemSchoolCodes(pupils.slice(0, 8));
  clock.setTo(today);
}

function stepsOf(person: DemoPerson, site: DemoSite, today: Date): Step[] {
  const { order, feedback, registeredAt } = person;
  const after = (days: number) => new Date(registeredAt.getTime() + days * dayMs + 10 * 60_000);
  let userId = '';
  let orderId = '';
  const register = async () => {
    userId = await site.register(person);
  };
  const steps: Step[] = [{ at: registeredAt, act: register }];
  if (order) {
    const { offer, afterDays, ending } = order;
    const buy = async () => {
      orderId = await site.buy(userId, person, offer);
    };
    steps.push({ at: after(afterDays), act: buy });
    if (ending) steps.push({ at: after(ending.afterDays), act: () => site.end(orderId, ending.kind) });
    if (ending?.kind === 'dispute')
      steps.push({ at: after(ending.afterDays + 7), act: () => site.loseDispute(orderId) });
    // The disputes that still wait for an answer.
    if (!ending && offer === 'lifetime' && today.getTime() - after(afterDays).getTime() < 6 * dayMs)
      steps.push({ at: after(afterDays + 1), act: () => site.end(orderId, 'dispute') });
  }
  if (feedback) steps.push({ at: after(feedback.afterDays), act: () => site.giveFeedback(userId, feedback) });
  for (let day = 0; day < person.downloads; day += 1)
    steps.push({ at: after(day), act: () => site.download(person) });
  return steps;
}
