import { readLocalTemplate } from '../../../local/local-template.ts';
import type { Resource } from '../../../scripts/build/keep-template.ts';

/** One action on one resource that a statement of a role allows. */
export interface Permission {
  action: string;
  /** May contain `*`. */
  resource: string;
  conditions: Conditions;
}

/** The values by operator and condition key. */
export type Conditions = Record<string, Record<string, string | string[]>>;

interface Statement {
  Action: string | string[];
  Resource: string | string[];
  Condition?: Conditions;
}

/** The permissions of each function, by its name. */
export async function readPermissions(): Promise<Map<string, Permission[]>> {
  const { Resources: resources } = await readLocalTemplate();
  const all = (type: string): Resource[] => Object.values(resources).filter((one) => one.Type === type);
  const policies = ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy'].flatMap(all).map((one) => one.Properties);
  const functions = all('AWS::Lambda::Function').flatMap(({ Properties: lambda }) => {
    const name: string | undefined = lambda.Environment?.Variables.POWERTOOLS_SERVICE_NAME;
    return name ? [{ name, role: lambda.Role }] : [];
  });
  return new Map(
    functions.map(({ name, role }) => {
      const statements: Statement[] = policies
        .filter(({ Roles: roles }) => roles.includes(role))
        .flatMap(({ PolicyDocument: document }) => document.Statement);
      return [name, statements.flatMap(permissionsOf)];
    }),
  );
}

function permissionsOf({
  Action: actions,
  Resource: resources,
  Condition: conditions = {},
}: Statement): Permission[] {
  return [actions].flat().flatMap((action) =>
    [resources].flat().map((resource) => ({
      action,
      // A request does not contain the id of the API.
      resource: resource.replace(/:apis\/[^/]+\//, ':apis/*/'),
      conditions,
    })),
  );
}
