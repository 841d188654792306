import { expect, it } from 'vitest'
import { Overloaded } from '#db'
import { timeLimit } from '@playhouse/testing/time-limit'
import { createConcurrencyLimit } from './hash-slots.ts'
import { hashPassword, passwordMatches } from './password.ts'

it('runs a limited number at a time in order, rejects what exceeds the queue, and continues after a failure', async () => {
  const inSlot = createConcurrencyLimit(2, 2)
  const startOrder: number[] = []
  const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<number>())
  const results = ends.map(({ promise }, nth) =>
    inSlot(() => {
      startOrder.push(nth)
      return promise
    }),
  )
  expect(startOrder).toEqual([0, 1])
  await expect(inSlot(async () => 4)).rejects.toBeInstanceOf(Overloaded)
  ends[1]!.reject(new RangeError('failed'))
  await expect(results[1]).rejects.toThrow('failed')
  await expect.poll(() => startOrder).toEqual([0, 1, 2])
  for (const nth of [0, 2, 3]) ends[nth]!.resolve(nth)
  expect(await Promise.all([results[0], results[2], results[3]])).toEqual([0, 2, 3])
  expect(await inSlot(async () => 5)).toBe(5)
})

it(
  'rejects sign-ins early in a flood, and checks the others',
  async () => {
    const hash = await hashPassword('päron på en gren')
    const responses = await Promise.allSettled(Array.from({ length: 120 }, () => passwordMatches('päron på en gren', hash)))
    const refusal = responses.filter((response) => response.status === 'rejected')
    expect(refusal.length).toBeGreaterThan(0)
    expect(refusal.length).toBeLessThan(120)
    for (const { reason } of refusal) expect(reason).toBeInstanceOf(Overloaded)
    for (const response of responses) if (response.status === 'fulfilled') expect(response.value).toBe(true)
  },
  timeLimit(120_000),
)
