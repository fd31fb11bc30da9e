import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { namePasskey } from './name-passkey.ts';
import { newUser } from './new-user.ts';
import { type StoredUser, userStore } from './user-store.ts';

const table = mockClient(DynamoDBDocumentClient);
const users = userStore(table as unknown as DynamoDBDocumentClient, 'Users');
const user: StoredUser = newUser('user-1', 'ana@example.test', new Date(0));
const phone = { id: 'a', name: 'Phone' };
const laptop = { id: 'b', name: 'Laptop' };
const read = vi.fn<() => Promise<StoredUser>>();
const name = (id: string, text: string | null) => namePasskey(users, read, { id, name: text });
const written = () => table.commandCalls(UpdateCommand).at(-1)?.args[0].input;
const changed = () => new ConditionalCheckFailedException({ message: 'changed', $metadata: {} });

beforeEach(() => {
  table.reset();
  table.on(UpdateCommand).resolves({});
  read.mockReset().mockResolvedValue(user);
});

describe('namePasskey', () => {
  it('stores the first name', async () => {
    expect(await name('a', 'Phone')).toEqual({ ...user, passkeyNames: [phone] });
    expect(written()).toMatchObject({
      ConditionExpression: 'attribute_exists(email) AND attribute_not_exists(passkeyNames)',
      ExpressionAttributeValues: { ':next': [phone] },
    });
  });

  it('replaces a name, and keeps the others', async () => {
    read.mockResolvedValue({ ...user, passkeyNames: [phone, laptop] });
    expect((await name('a', 'Old phone')).passkeyNames).toEqual([laptop, { id: 'a', name: 'Old phone' }]);
    expect(written()).toMatchObject({
      ConditionExpression: 'attribute_exists(email) AND passkeyNames = :previous',
      ExpressionAttributeValues: { ':previous': [phone, laptop] },
    });
  });

  it('removes the oldest of 21 names', async () => {
    const names = Array.from({ length: 20 }, (_, index) => ({ id: `${index}`, name: 'x' }));
    read.mockResolvedValue({ ...user, passkeyNames: names });
    expect((await name('a', 'Phone')).passkeyNames).toEqual([...names.slice(1), phone]);
  });

  it('removes a name', async () => {
    read.mockResolvedValue({ ...user, passkeyNames: [phone, laptop] });
    expect((await name('a', null)).passkeyNames).toEqual([laptop]);
  });

  it('keeps the name that another request has stored first', async () => {
    table.on(UpdateCommand).rejectsOnce(changed()).resolves({});
    read.mockResolvedValueOnce(user).mockResolvedValueOnce({ ...user, passkeyNames: [laptop] });
    expect((await name('a', 'Phone')).passkeyNames).toEqual([laptop, phone]);
  });

  it('gives up after five conflicts', async () => {
    table.on(UpdateCommand).rejects(changed());
    await expect(name('a', 'Phone')).rejects.toThrow('kept changing');
    expect(table.commandCalls(UpdateCommand)).toHaveLength(5);
  });
});
