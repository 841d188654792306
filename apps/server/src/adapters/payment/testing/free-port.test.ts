import { expect, it } from 'vitest'
import { freePort } from './index.ts'

it('returns each port once, also to calls at the same time', async () => {
  const ports = await Promise.all(Array.from({ length: 100 }, () => freePort()))
  expect(new Set(ports).size).toBe(ports.length)
})
