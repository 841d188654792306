import { expect, onTestFinished } from 'vitest'
import { longestWait } from '@playhouse/testing/time-limit'
import { watchSeats } from '#client'
import { fetchWithCookies } from './cookie-jar.ts'
import { type SuiteHost, value, visitorOf } from './visitor.ts'

/** A seat map that a visitor has open. */
export type OpenMap = {
  /** Waits until the stream of the map has another version than before, and expects the replies of the server to have the same one. */
  readonly expectChange: () => Promise<void>
}

/** Opens the map of a performance, which is on the site already. */
export async function openMap(host: Pick<SuiteHost, 'origin'>, instance: string): Promise<OpenMap> {
  const { origin } = host
  const client = visitorOf(host)
  const params = { instance }
  let streamed: string | undefined
  let version = -1
  const stop = watchSeats(
    instance,
    {
      version: () => version,
      load: (_packed, next) => void (version = next),
      apply: (_changes, next) => void (version = next),
      setStale: () => {},
      setSeatingVersion: (next) => void (streamed = next),
    },
    { origin, fetcher: fetchWithCookies() },
  )
  onTestFinished(stop)
  const expectReplies = (): Promise<void> =>
    expect
      .poll(
        async () => {
          const replies = [value(await client.catalogue.instance({ params })), value(await client.catalogue.prices({ params }))]
          return replies.every(({ seatingVersion }) => seatingVersion === streamed)
        },
        { timeout: longestWait },
      )
      .toBe(true)
  await expect.poll(() => streamed, { timeout: longestWait }).toBeDefined()
  await expectReplies()
  let before = streamed
  return {
    expectChange: async () => {
      await expect.poll(() => streamed, { timeout: longestWait }).not.toBe(before)
      await expectReplies()
      before = streamed
    },
  }
}
