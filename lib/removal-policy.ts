import { RemovalPolicy } from 'aws-cdk-lib';

/**
 * Decides whether a resource with data stays when its stack is deleted. A stage that keeps data still
 * deletes the empty resources of a creation that fails and is rolled back.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-deletionpolicy.html
 */
export const removalPolicyOf = (keepsData: boolean): RemovalPolicy =>
  keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/**
 * The same for a resource with protection against deletion. CloudFormation could not delete it, so a
 * creation that fails leaves it behind, and `npm run clean-up` removes it.
 */
export const protectedRemovalPolicyOf = (keepsData: boolean): RemovalPolicy =>
  keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
