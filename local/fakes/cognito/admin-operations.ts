import * as z from 'zod';
import { type Account, listAttributes, type UserRecord } from './account.ts';
import { emailTaken, invalidParameter, resourceNotFound, userNotFound } from './cognito-error.ts';
import { operation, type PoolContext, userAttributes, username } from './operation.ts';
import { listMfaSettings } from './software-token-operations.ts';
import { isEmailAddress, normalizeEmail, nowSeconds } from './user-pool.ts';

const UserPoolId = z.string().min(1);
const user = z.object({ UserPoolId, Username: username });
const updateUserAttributes = user.extend({ UserAttributes: userAttributes });
const GroupName = z.string().min(1).max(128);
const group = z.object({ UserPoolId, GroupName });
const groupMember = user.extend({ GroupName });
/** The maximum of Cognito. */
const maximumPage = 60;
const listUsers = z.object({
  UserPoolId,
  AttributesToGet: z.array(z.string().min(1)).optional(),
  Filter: z.string().max(256).optional(),
  Limit: z.int().min(0).max(maximumPage).default(maximumPage),
  PaginationToken: z.string().min(1).optional(),
});

/** The operations of the team's commands and of the functions. They do not check credentials. */
export function adminOperations({ pool, poolId, hasSoftwareTokenMfa, passkeys }: PoolContext) {
  /** The dates of the groups, which come from the stack at each start. */
  const openedAtSeconds = nowSeconds();

  function accountOf(usernameOrEmail: string): Account {
    const account = pool.find(usernameOrEmail);
    if (!account) throw userNotFound();
    return account;
  }

  function memberOf(request: z.output<typeof groupMember>): Account {
    if (!pool.hasGroup(request.GroupName)) throw resourceNotFound('Group not found.');
    return accountOf(request.Username);
  }

  /** The accounts that match, with the keys of their order: the address if it is searched, else the username. */
  function listFrom(filter: string | undefined, page: { from: string | undefined; limit: number }) {
    const { beginning, status } = filter === undefined ? {} : parseFilter(filter);
    return pool
      .list()
      .filter(({ UserStatus }) => status === undefined || UserStatus === status)
      .filter(({ attributes }) => attributes.email.startsWith(beginning ?? ''))
      .map((account) => ({
        account,
        key: beginning === undefined ? account.Username : account.attributes.email,
      }))
      .filter(({ key }) => page.from === undefined || key >= page.from)
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .slice(0, page.limit);
  }

  return {
    AdminGetUser: operation(user, ({ Username }) => {
      const account = accountOf(Username);
      return {
        answer: {
          ...recordOf(account),
          UserAttributes: listAttributes(account),
          ...listMfaSettings(account),
        },
      };
    }),

    AdminUpdateUserAttributes: operation(updateUserAttributes, ({ Username, UserAttributes }) => {
      const account = accountOf(Username);
      const changes = Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]));
      const { email = account.attributes.email, email_verified = account.attributes.email_verified } =
        changes;
      const address = normalizeEmail(email);
      if (!isEmailAddress(address)) throw invalidParameter('Invalid email address format.');
      if (address !== account.attributes.email && changes.email_verified !== 'true')
        throw invalidParameter(
          'The local Cognito changes an address only together with email_verified=true.',
        );
      const holder = pool.find(address);
      if (holder && holder.Username !== account.Username) throw emailTaken('AliasExistsException');
      pool.save({
        ...account,
        attributes: {
          ...account.attributes,
          email: address,
          email_verified: email_verified === 'true' ? 'true' : 'false',
        },
      });
      return { answer: {} };
    }),

    AdminDeleteUser: operation(user, ({ Username }) => {
      pool.remove(accountOf(Username));
      return { answer: {} };
    }),

    AdminUserGlobalSignOut: operation(user, ({ Username }) => {
      pool.save({ ...accountOf(Username), sessions: [] });
      return { answer: {} };
    }),

    GetUserPoolMfaConfig: operation(z.object({ UserPoolId }), () => ({
      answer: {
        MfaConfiguration: hasSoftwareTokenMfa ? 'OPTIONAL' : 'OFF',
        SoftwareTokenMfaConfiguration: { Enabled: hasSoftwareTokenMfa },
        ...(passkeys && {
          WebAuthnConfiguration: {
            RelyingPartyId: passkeys.relyingPartyId,
            UserVerification: 'required',
            ...(passkeys.isMultiFactor && {
              FactorConfiguration: 'MULTI_FACTOR_WITH_USER_VERIFICATION',
            }),
          },
        }),
      },
    })),

    AdminListGroupsForUser: operation(user, ({ Username }) => {
      const dates = { CreationDate: openedAtSeconds, LastModifiedDate: openedAtSeconds };
      const groups = pool.groupsOf(accountOf(Username));
      return { answer: { Groups: groups.map((GroupName) => ({ GroupName, UserPoolId: poolId, ...dates })) } };
    }),

    ListUsersInGroup: operation(group, ({ GroupName }) => {
      if (!pool.hasGroup(GroupName)) throw resourceNotFound('Group not found.');
      const members = pool.list().filter((account) => pool.groupsOf(account).includes(GroupName));
      return {
        answer: {
          Users: members.map((account) => ({ ...recordOf(account), Attributes: listAttributes(account) })),
        },
      };
    }),

    AdminAddUserToGroup: operation(groupMember, (request) => {
      const account = memberOf(request);
      pool.save({ ...account, groups: [...new Set([...account.groups, request.GroupName])] });
      return { answer: {} };
    }),

    AdminRemoveUserFromGroup: operation(groupMember, (request) => {
      const account = memberOf(request);
      pool.save({ ...account, groups: account.groups.filter((name) => name !== request.GroupName) });
      return { answer: {} };
    }),

    ListUsers: operation(listUsers, ({ AttributesToGet: wanted, Filter, Limit, PaginationToken: from }) => {
      const limit = Limit || maximumPage;
      // One more than a page, whose key is the token of the next page. So a page stays correct when accounts of
      // the previous one are deleted.
      const found = listFrom(Filter, { from, limit: limit + 1 });
      const page = found.slice(0, limit);
      const [next] = found.slice(limit);
      return {
        answer: {
          Users: page.map(({ account }) => ({
            ...recordOf(account),
            Attributes: listAttributes(account).filter(({ Name }) => wanted?.includes(Name) ?? true),
          })),
          ...(next ? { PaginationToken: next.key } : {}),
        },
      };
    }),
  };
}

const recordOf = ({
  Username,
  Enabled,
  UserStatus,
  UserCreateDate,
  UserLastModifiedDate,
}: Account): UserRecord => ({ Username, Enabled, UserStatus, UserCreateDate, UserLastModifiedDate });

/** The filters of our functions: by the beginning of the address, and by status. Cognito has more. */
function parseFilter(filter: string): { beginning?: string; status?: string } {
  const [, beginning] = /^email \^= "(.*)"$/.exec(filter) ?? [];
  const [, status] = /^cognito:user_status = "(.*)"$/.exec(filter) ?? [];
  if (beginning !== undefined) return { beginning: normalizeEmail(beginning) };
  if (status !== undefined) return { status };
  throw invalidParameter(`The local Cognito does not know the filter ${filter}.`);
}
