import * as downloadOperations from '../../contract/operations/download-operations.ts';
import { findResource } from '../domain/resources/find-resource.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const downloadResource = ({ builds, limits, sign }: Dependencies) =>
  serve(downloadOperations.downloadResource, async ({ now, data, caller }) => {
    const object = await findResource(builds.s3, builds.bucket, data.file);
    await limits.take('downloadResource', caller.userId, now);
    return { url: await sign(object, now), fileName: data.file.split('/').at(-1) ?? data.file };
  });
