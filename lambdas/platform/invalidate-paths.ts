import { type CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';

/** Has the CDN ask for these paths again. `reference` makes the same request, sent twice, one invalidation. */
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
