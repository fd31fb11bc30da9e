import { serveAll } from '../platform/serve-all.ts';
import { compose } from './compose.ts';
import { download } from './download.ts';
import { downloadResource } from './download-resource.ts';
import { updateFile } from './update-file.ts';

export const handler = serveAll('downloads', { download, downloadResource, updateFile }, compose);
