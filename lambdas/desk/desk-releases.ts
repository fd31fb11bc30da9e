import * as deskReleaseOperations from '../../contract/operations/desk-release-operations.ts';
import { listReleases } from '../domain/releases/list-releases.ts';
import type { Dependencies } from './compose.ts';

export const deskReleases = ({ builds, downloads, serveDesk }: Dependencies) =>
  serveDesk(deskReleaseOperations.deskReleases, () => listReleases(builds, downloads));
