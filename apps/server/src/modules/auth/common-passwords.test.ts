import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test.each([
  'Password1',
  'Password123',
  'P@$$w0rd!',
  'p4ssw0rd1',
  '123Welcome',
  'TrustNo1',
  'MonkeyMonkey7',
  'Qwertyuiop1',
  '1q2w3e4r5t',
  'aaaaaaaa1A',
  'Playhouse2026',
  // Of no kind, and found in every list of those that leaked.
  'Blink182',
  'NCC1701d',
  'Bond007',
  'Tempest1',
])('%s is where guessing starts', async (password) => expect(await isCommonPassword(password)).toBe(true))

test.each(['Rehearse10-Lines', 'Curtain27', 'correct horse battery', 'Påsklilja-84'])('%s is nobody’s first guess', async (password) =>
  expect(await isCommonPassword(password)).toBe(false),
)
