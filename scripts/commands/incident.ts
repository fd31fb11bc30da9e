import { randomUUID } from 'node:crypto';
import { deskOpenIncident } from '../../contract/operations/desk-status-operations.ts';
import type { SiteStatus } from '../../contract/records/site-status.ts';
import { namesOf, type StatusComponent, statusComponents } from '../../contract/rules/status-rules.ts';
import { addSentence, openIncident, requireStatus } from '../../lambdas/domain/status/edit-incidents.ts';
import { statusStore } from '../../lambdas/domain/status/status-store.ts';
import { recordIfPossible } from './audit/record-command.ts';
import { connect } from './stage/connect.ts';
import { parseArguments, startCommand } from './terminal/start-command.ts';

const usage = `Usage: npm run incident -- <command> <component> "<sentence>" [--stage <name>]

  open   reports a problem on the status page until you end it
  add    adds a sentence to the open incident of the component
  end    adds a sentence, and ends the problem that the team reported

The components are ${statusComponents.join(', ')}; \`open\` takes several, separated by commas.
The desk does the same, but this command needs neither the desk nor the API. A sentence cannot be changed.
Without --stage it works on the local cloud.`;

/** The team's command for the status page. */
async function run(): Promise<void> {
  const { positionals, values } = parseArguments(usage, {
    allowPositionals: true,
    options: { stage: { type: 'string' } },
  });
  const [command = '', components = '', text = '', ...more] = positionals;
  if (!['open', 'add', 'end'].includes(command) || !text || more.length > 0) throw new Error(usage);
  const { data } = readRequest(components.split(','), text);
  const { s3, siteBucket, siteUrl } = await connect(values.stage);
  const status = statusStore(s3, siteBucket);
  const now = new Date();
  const ends = command === 'end';
  const incident =
    command === 'open' ? undefined : findOpen(requireStatus(await status.read()), data.components);
  const action = incident ? 'updateIncident' : 'openIncident';
  await recordIfPossible(values.stage, { action, incident, reason: data.text }, async () => {
    await status.change((current) =>
      incident
        ? addSentence(requireStatus(current), { ...data, incidentId: incident, ends }, now)
        : openIncident(requireStatus(current), data, now),
    );
    return incident ? (ends ? 'ended' : undefined) : data.components.join(', ');
  });
  console.log(`Visitors see it within two minutes: ${siteUrl}/status`);
}

/**
 * The same rules as at the desk.
 * @throws Error that names what is wrong
 */
function readRequest(components: string[], text: string) {
  const request = deskOpenIncident.request.safeParse({ actionId: randomUUID(), components, text });
  if (request.success) return request;
  const problems = request.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`);
  throw new Error(`${problems.join('\n')}\n\n${usage}`);
}

/** @returns its id. Open incidents share no component. */
function findOpen({ incidents }: SiteStatus, [component, ...more]: StatusComponent[]): string {
  if (!component || more.length > 0) throw new Error(usage);
  const open = incidents.filter(({ endedAt }) => endedAt === undefined);
  const found = open.find(({ components }) => components.includes(component));
  if (found) return found.id;
  const list = open.map((incident) => `  ${incident.components.join(',')}, since ${incident.startedAt}`);
  throw new Error(
    [
      `No incident of ${namesOf([component])} is open.`,
      ...(list.length > 0 ? ['Open are:', ...list] : []),
    ].join('\n'),
  );
}

startCommand(run);
