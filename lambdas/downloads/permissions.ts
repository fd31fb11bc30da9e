import {
  downloads,
  licenseIssuer,
  limits,
  orders,
  type Permission,
  readLicenseKeys,
  readReleases,
  readResources,
  recordMetrics,
  signDownloads,
  users,
  verifyTokens,
} from '../../lib/permissions.ts';

export const permissions: Permission[] = [
  users('GetItem'),
  orders('GetItem'),
  limits('UpdateItem'),
  downloads('UpdateItem'),
  licenseIssuer,
  readLicenseKeys,
  readReleases,
  readResources,
  signDownloads,
  verifyTokens,
  recordMetrics('Downloads'),
];
