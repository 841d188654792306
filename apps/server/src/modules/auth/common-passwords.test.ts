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
  // Matches no pattern, but is in every list of leaked passwords.
  'Blink182',
  'NCC1701d',
  'Bond007',
  'Tempest1',
])('%s is a common password', async (password) => expect(await isCommonPassword(password)).toBe(true))

test.each(['Rehearse10-Lines', 'Curtain27', 'correct horse battery', 'Påsklilja-84'])('%s is not a common password', async (password) =>
  expect(await isCommonPassword(password)).toBe(false),
)
