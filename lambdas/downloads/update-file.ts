import * as downloadOperations from '../../contract/operations/download-operations.ts';
import { authorizeUpdater } from '../domain/licenses/authorize-updater.ts';
import { findUpdateFile } from '../domain/releases/find-build.ts';
import { AppError } from '../platform/app-error.ts';
import { redirect } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

/** Answers with a redirect, because updaters do not know our envelope. */
export const updateFile = (dependencies: Dependencies) =>
  redirect(async (request) => {
    const { downloads, limits, releases, sign } = dependencies;
    const now = new Date();
    const updater = await authorizeUpdater(dependencies, request.headers.authorization, now);
    const file = downloadOperations.updateFile.request.safeParse(request.pathParameters ?? {});
    if (!file.success)
      throw new AppError('invalid-argument', 'The version, platform or file name is not valid.');
    const object = await findUpdateFile(releases, file.data);
    // A file that is used too often does not count for the license, so that it cannot use up the limit of the others.
    await limits.take('updateFile', updater.counted, now);
    if (updater.licenseId) await limits.take('updateFileOfLicense', updater.licenseId, now);
    const { version } = file.data;
    if (await limits.isWithin('countedUpdate', `${version}#${updater.counted}`, now))
      await downloads.countUpdate(version, now);
    return sign(object, now);
  });
