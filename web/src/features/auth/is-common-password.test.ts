import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './is-common-password.ts';

describe('isCommonPassword', () => {
  it.each([
    'Password1234',
    'password-2024!',
    '1qaz2wsx3edc4rfv',
    'QWERTYUIOP123',
    '!!!!dragon!!!!',
    'aaaaaaaaaaaa',
    'abc1abc1abc1',
  ])('refuses %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each([
    'correct horse battery staple',
    'Correct-horse-7',
    'Passwords are for dragons',
    '棒棒糖蛋糕果汁牛奶咖啡茶水酒',
  ])('accepts %s', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });
});
