import { expect, it } from 'vitest'
import { until } from './until.ts'

it('returns the first value that the condition has', async () => {
  const values = [undefined, false, 0] as const
  let looks = 0
  expect(await until('a value', () => values[looks++], { interval: 1 })).toBe(0)
  expect(looks).toBe(3)
})

it('fails with what it waited for', async () => {
  await expect(until('a server that answers', () => false, { timeout: 5, interval: 1 })).rejects.toThrow(
    'a server that answers: not within 0.005 s',
  )
})

it('passes on an error of the condition', async () => {
  const failing = async (): Promise<boolean> => {
    throw new Error('the process ended')
  }
  await expect(until('a server that answers', failing)).rejects.toThrow('the process ended')
})
