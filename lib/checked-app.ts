import { App, type AppProps, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';

/**
 * Creates an app whose stacks follow the rules of cdk-nag. A finding stops `cdk synth` and `cdk
 * deploy` unless the construct acknowledges it with a reason.
 */
export function checkedApp(props?: AppProps): App {
  const app = new App(props);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(), new ServerlessChecks());
  return app;
}
