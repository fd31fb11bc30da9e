import * as events from '../../contract/events/events.ts';
import { consume, consumeAll } from '../platform/consume.ts';
import { compose, type Dependencies } from './compose.ts';
import { publishStatus } from './publish-status.ts';

const afterAlarm = (dependencies: Dependencies) =>
  consume(events.alarmChanged, () => publishStatus(dependencies));
const regularly = (dependencies: Dependencies) =>
  consume(events.statusCheckDue, () => publishStatus(dependencies));

export const handler = consumeAll([afterAlarm, regularly], compose);
