import * as deskOrderOperations from '../../contract/operations/desk-order-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { entryOf } from '../domain/desk/record-action.ts';
import { givesLicense } from '../domain/orders/advance-order.ts';
import { AppError } from '../platform/app-error.ts';
import type { Dependencies } from './compose.ts';

export const deskLicenseFile = ({ audit, now, orders, serveDesk }: Dependencies) =>
  serveDesk(deskOrderOperations.deskLicenseFile, async (call) => {
    const { orderId } = call.data;
    const order = await orders.find(orderId);
    if (!order?.userId || !order.licenseFile || !givesLicense(order))
      throw new AppError('not-found', 'There is no active license for this order.');
    const subject = { personId: order.userId, orderId };
    // The entry comes first, so no file is returned without one.
    await audit.begin(entryOf(describeAction(call, 'licenseFile', subject), now(), 'done'));
    return { licenseFile: order.licenseFile };
  });
