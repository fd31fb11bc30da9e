import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { namePasskey } from './name-passkey.ts';
import { newUser } from './new-user.ts';
import type { StoredUser } from './user-store.ts';

const table = mockClient(DynamoDBDocumentClient);
const user: StoredUser = newUser('user-1', 'ana@example.test', new Date(0));
const read = vi.fn<() => Promise<StoredUser>>();
const name = (id: string, text: string) =>
  namePasskey(table as unknown as DynamoDBDocumentClient, 'Users', read, { id, name: text });
const written = () => table.commandCalls(UpdateCommand).at(-1)?.args[0].input;
const changed = () => new ConditionalCheckFailedException({ message: 'changed', $metadata: {} });

beforeEach(() => {
  table.reset();
  table.on(UpdateCommand).resolves({});
  read.mockReset().mockResolvedValue(user);
});

describe('namePasskey', () => {
  it('stores the first name', async () => {
    expect(await name('a', 'Phone')).toEqual({ ...user, passkeyNames: { a: 'Phone' } });
    expect(written()).toMatchObject({
      ConditionExpression: 'attribute_exists(email) AND attribute_not_exists(passkeyNames)',
      ExpressionAttributeValues: { ':next': { a: 'Phone' } },
    });
  });

  it('replaces a name, and keeps the others', async () => {
    read.mockResolvedValue({ ...user, passkeyNames: { a: 'Phone', b: 'Laptop' } });
    expect((await name('a', 'Old phone')).passkeyNames).toEqual({ a: 'Old phone', b: 'Laptop' });
    expect(written()).toMatchObject({
      ConditionExpression: 'attribute_exists(email) AND passkeyNames = :previous',
      ExpressionAttributeValues: { ':previous': { a: 'Phone', b: 'Laptop' } },
    });
  });

  it('forgets the oldest of 21 names', async () => {
    const names = Array.from({ length: 20 }, (_, index) => [`key-${index}`, `${index}`]);
    read.mockResolvedValue({ ...user, passkeyNames: Object.fromEntries(names) });
    const { passkeyNames = {} } = await name('a', 'Phone');
    expect(Object.keys(passkeyNames)).toHaveLength(20);
    expect(passkeyNames).toMatchObject({ a: 'Phone', 'key-19': '19' });
    expect(passkeyNames).not.toHaveProperty('key-0');
  });

  it('keeps the name that another request has stored meanwhile', async () => {
    table.on(UpdateCommand).rejectsOnce(changed()).resolves({});
    read.mockResolvedValueOnce(user).mockResolvedValueOnce({ ...user, passkeyNames: { b: 'Laptop' } });
    expect((await name('a', 'Phone')).passkeyNames).toEqual({ a: 'Phone', b: 'Laptop' });
  });

  it('gives up after five conflicts', async () => {
    table.on(UpdateCommand).rejects(changed());
    await expect(name('a', 'Phone')).rejects.toThrow('kept changing');
    expect(table.commandCalls(UpdateCommand)).toHaveLength(5);
  });
});
