import { expect, it } from 'vitest'
import { createThrottle } from '#modules/throttle'
import { inSeconds, openProcess, openTheatre } from '../../modules/queue/testing/queue-process.ts'
import { createJoinQueue } from './join-queue.ts'

it.each([
  ['an IPv6 /48, each from its own /64', (nth: number) => `2001:db8:7:${nth.toString(16)}::1`, '2001:db8:8::1'],
  ['an IPv4 /24', (nth: number) => `203.0.113.${nth % 250}`, '203.0.114.1'],
])('limits the queue tickets of %s', async (_name, addressOf, other) => {
  const theatre = await openTheatre({ gathersAt: inSeconds(-60), opensAt: inSeconds(600) })
  const waitingRooms = await openProcess(theatre)
  const joinQueue = createJoinQueue({ waitingRooms, throttle: createThrottle(theatre.db, 0.01) })
  const join = async (address: string) => (await joinQueue(waitingRooms.of('tonight')!, { ticket: undefined, pass: undefined }, address)).ok
  const joined: boolean[] = []
  for (let nth = 0; nth < 30; nth++) joined.push(await join(addressOf(nth)))
  expect(joined.filter(Boolean)).toHaveLength(24)
  expect(await join(other)).toBe(true)
})
