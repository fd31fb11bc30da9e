import { operations } from '../../../contract/operations/operations.ts';
import { updateLink } from '../../domain/releases/download-link.ts';
import { releaseStore } from '../../domain/releases/release-store.ts';
import { AppError } from '../../platform/app-error.ts';
import { s3 } from '../../platform/aws.ts';
import { readCaller } from '../../platform/caller.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { redirect } from '../../platform/serve.ts';

const { BUILDS_BUCKET } = readConfig({ BUILDS_BUCKET: resourceName });
const releases = releaseStore(s3(), BUILDS_BUCKET);

/** Answers with a redirect, because updaters do not know our envelope. */
export const handler = redirect(async (request) => {
  readCaller(request);
  const file = operations.updateFile.request.safeParse(request.pathParameters ?? {});
  if (!file.success)
    throw new AppError('invalid-argument', 'The version, platform or file name is not valid.');
  return updateLink(releases, file.data);
});
