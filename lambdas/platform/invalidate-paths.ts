import { type CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';

/** Invalidates paths in the CDN. Two calls with the same `reference` create one invalidation. */
export async function invalidatePaths(
  client: CloudFrontClient,
  distributionId: string,
  paths: string[],
  reference: string,
): Promise<void> {
  await client.send(
    new CreateInvalidationCommand({
      DistributionId: distributionId,
      InvalidationBatch: { CallerReference: reference, Paths: { Quantity: paths.length, Items: paths } },
    }),
  );
}
