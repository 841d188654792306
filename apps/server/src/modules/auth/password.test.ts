import { expect, test } from 'vitest'
import { newPasswordProblem } from './new-password.ts'
import { hashPassword, passwordMatches } from './password.ts'

test.each([
  ['64 characters', 'Curtain rises, '.repeat(5).slice(0, 64)],
  ['another alphabet', 'три пары туфель'],
  ['letters and pictures', 'påskliljor 🎭🎭 i maj'],
  ['letters beyond the basic plane', '𠮷野家で待ち合わせ、十八時に'],
])('a password of %s is accepted, and checked to its last character', async (_what, password) => {
  expect(await newPasswordProblem('modern', password)).toBeUndefined()
  const hash = await hashPassword(password)
  expect(await passwordMatches(password, hash)).toBe(true)
  expect(await passwordMatches([...password].slice(0, -1).join(''), hash)).toBe(false)
})

test('is equal in composed and decomposed Unicode', async () => {
  expect(await passwordMatches('Påskliljor i maj'.normalize('NFD'), await hashPassword('Påskliljor i maj'.normalize('NFC')))).toBe(true)
})
