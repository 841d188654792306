import { expect, test } from 'vitest'
import { accessOf } from './access.ts'

const drawn = { stepFree: false, entrance: '', steps: 0, toiletMetres: 0 }

test('reports stairs only if the plan describes the access', () => {
  expect(accessOf(drawn)).toBe('unknown')
  expect(accessOf({ ...drawn, steps: 24 })).toBe('stairs')
  expect(accessOf({ ...drawn, entrance: 'Door 3' })).toBe('stairs')
  expect(accessOf({ ...drawn, stepFree: true })).toBe('step-free')
})
