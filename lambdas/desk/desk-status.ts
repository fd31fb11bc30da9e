import * as deskStatusOperations from '../../contract/operations/desk-status-operations.ts';
import type { Dependencies } from './compose.ts';

export const deskStatus = ({ serveDesk, status }: Dependencies) =>
  serveDesk(deskStatusOperations.deskStatus, async () => {
    const current = await status.read();
    return current ? { status: current } : {};
  });
