import { randomUUID } from 'node:crypto';
import { deskOpenIncident } from '../../contract/operations/desk-status-operations.ts';
import type { SiteStatus } from '../../contract/records/site-status.ts';
import {
  maxStatusSentence,
  namesOf,
  type StatusComponent,
  statusComponents,
} from '../../contract/rules/status-rules.ts';
import { addSentence, openIncident, requireStatus } from '../../lambdas/domain/status/edit-incidents.ts';
import { statusStore } from '../../lambdas/domain/status/status-store.ts';
import { recordCommand } from './audit/record-command.ts';
import { connect } from './stage/connect.ts';
import { parseArguments, startCommand } from './terminal/start-command.ts';

const usage = `Usage: npm run incident -- <command> <component> "<sentence>" [--stage <name>]

  open   reports a problem on the status page until you end it
  add    adds a sentence to the open incident of the component
  end    does so too, and ends what the team reported

The components are ${statusComponents.join(', ')}; separate several with commas.
The desk does the same; this command needs neither the desk nor the API. A sentence has at most ${maxStatusSentence} characters and cannot be changed.
Without --stage it works on the local cloud.`;

/** The team's command for the status page. */
async function run(): Promise<void> {
  const { positionals, values } = parseArguments(usage, {
    allowPositionals: true,
    options: { stage: { type: 'string' } },
  });
  const [command = '', components = '', text = '', ...more] = positionals;
  // The same rules as at the desk.
  const fields = { actionId: randomUUID(), components: components.split(','), text };
  const request = deskOpenIncident.request.safeParse(fields);
  if (!['open', 'add', 'end'].includes(command) || more.length > 0 || !request.success)
    throw new Error(usage);
  const { s3, siteBucket, siteUrl } = await connect(values.stage);
  const status = statusStore(s3, siteBucket);
  const { data } = request;
  const now = new Date();
  const ends = command === 'end';
  const incident =
    command === 'open' ? undefined : findOpen(requireStatus(await status.read()), data.components);
  const action = incident ? 'updateIncident' : 'openIncident';
  await recordCommand(values.stage, { action, incident, reason: data.text }, async () => {
    await status.change((current) =>
      incident
        ? addSentence(requireStatus(current), { ...data, incidentId: incident, ends }, now)
        : openIncident(requireStatus(current), data, now),
    );
    return incident ? (ends ? 'ended' : undefined) : data.components.join(', ');
  });
  console.log(`Visitors see it within two minutes: ${siteUrl}/status`);
}

/** @returns its id. Open incidents share no component. */
function findOpen({ incidents }: SiteStatus, components: StatusComponent[]): string {
  const open = incidents.filter(({ endedAt }) => endedAt === undefined);
  const found = open.find((incident) =>
    incident.components.some((component) => components.includes(component)),
  );
  if (found) return found.id;
  const list = open
    .map((incident) => `\n  ${incident.components.join(',')}, since ${incident.startedAt}`)
    .join('');
  throw new Error(
    `No incident of ${namesOf(components)} is open. ${list ? `These are:${list}` : 'There is none.'}`,
  );
}

startCommand(run);
