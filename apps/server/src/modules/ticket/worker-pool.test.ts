import { expect, it } from 'vitest'
import { createWorkerPool } from './worker-pool.ts'

/** A worker that runs its task, and returns the number of tasks it has had. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    let count = 0
    parentPort.on('message', (task) => {
      count += 1
      if (task === 'crash') throw new Error('crashed')
      if (task === 'exit') process.exit(3)
      if (task === 'hang') for (;;);
      parentPort.postMessage(task === 'refuse' ? { error: new RangeError('refused') } : { result: count })
    })`)}`,
)
type Task = 'work' | 'crash' | 'exit' | 'hang' | 'refuse'
const poolOf = (size: number, maxSeconds = 30) => createWorkerPool<Task | (() => void), number>(script, { size, maxSeconds })

it('reuses a worker for later tasks, also after a rejected task', async () => {
  const pool = poolOf(1)
  expect(await pool.run('work')).toBe(1)
  const refusal = await pool.run('refuse').catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(RangeError)
  expect(refusal).toMatchObject({ message: 'refused' })
  await expect(pool.run(() => {})).rejects.toThrow(/could not be cloned/)
  expect(await pool.run('work')).toBe(3)
  await pool.close()
})

it.each([
  ['crash', /^crashed$/],
  ['exit', /exit code 3/],
  ['hang', /timed out after 0.5 s/],
] as const)('reports a worker that does %s, replaces it, and runs the tasks that waited behind it', async (task, message) => {
  const pool = poolOf(1, task === 'hang' ? 0.5 : 30)
  const [failing, ...others] = await Promise.allSettled([pool.run(task), pool.run('refuse'), pool.run('refuse')])
  expect(failing).toMatchObject({ status: 'rejected', reason: expect.objectContaining({ message: expect.stringMatching(message) }) })
  expect(others.map((other) => other.status === 'rejected' && String(other.reason))).toEqual(Array(2).fill('RangeError: refused'))
  await pool.close()
})

it('starts no more workers than its size', async () => {
  const pool = poolOf(2)
  const counts = await Promise.all(Array.from({ length: 10 }, () => pool.run('work')))
  // Two workers count to ten between them.
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(55)
  expect(counts.filter((count) => count === 1).length).toBeLessThanOrEqual(2)
  await pool.close()
})
