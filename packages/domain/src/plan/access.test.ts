import { expect, test } from 'vitest'
import { accessOf } from './access.ts'

const base = { stepFree: false, entrance: '', steps: 0, toiletMetres: 0 }

test('reports stairs only if the plan describes the access', () => {
  expect(accessOf(base)).toBe('unknown')
  expect(accessOf({ ...base, steps: 24 })).toBe('stairs')
  expect(accessOf({ ...base, entrance: 'Door 3' })).toBe('stairs')
  expect(accessOf({ ...base, stepFree: true })).toBe('step-free')
})
