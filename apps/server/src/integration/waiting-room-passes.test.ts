import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { hashPassword } from '#modules/auth'
import { customerOf } from '#testing'
import { browser, type Browser, enter, openQueueTheatre, openServer } from './waiting-room.fixture.ts'

const password = 'Rehearse10-Lines'
const guest = (nth: number) => ({ email: `guest-${nth}@example.org`, firstName: 'Ada', lastName: 'Quill', phone: '02079460000' })
/** Copies of a browser with all its cookies, as a person who sells a queue ticket would pass them on. */
const copiesOf = (original: Browser, count: number): Browser[] => Array.from({ length: count }, () => browser(new Map(original.jar)))

describe('one queue pass', () => {
  it('works in one browser only, even if several copies enter guest details', async () => {
    const server = await openServer(await openQueueTheatre({}, 1_200, 'guest'))
    const first = browser()
    await enter(first, server)
    expect(await first.hold(server, 'A.1')).toBe('held')
    const copies = copiesOf(first, 3)
    for (const [nth, copy] of copies.entries()) expect((await copy.ask(server, 'POST', '/auth/guest', guest(nth))).status).toBe(200)
    const holds = []
    for (const [nth, copy] of [first, ...copies].toReversed().entries()) holds.push(await copy.hold(server, `B.${nth + 1}`))
    expect(holds, 'only the last copy has the pass').toEqual(['held', 'queue-required', 'queue-required', 'queue-required'])
  })

  it('stays valid for a guest whose response was lost', async () => {
    const server = await openServer(await openQueueTheatre({}, 1_200, 'guest'))
    const who = browser()
    await enter(who, server)
    expect(await who.hold(server, 'A.1')).toBe('held')
    const [lostCopy] = copiesOf(who, 1)
    await lostCopy!.ask(server, 'POST', '/auth/guest', guest(1))
    expect(await who.hold(server, 'A.2')).toBe('held')
    expect((await who.ask(server, 'POST', '/auth/guest', guest(1))).status).toBe(200)
    expect(await who.hold(server, 'A.3')).toBe('held')
  })

  it('works in one session only, even if several customers sign in with it at once', async () => {
    const theatre = await openQueueTheatre({})
    const server = await openServer(theatre)
    const first = browser()
    await enter(first, server)
    const password_hash = await hashPassword(password)
    const people = await Promise.all(Array.from({ length: 5 }, () => customerOf(theatre)))
    await theatre.db.updateTable('customer').set({ password_hash }).execute()
    const copies = copiesOf(first, people.length)
    const signIn = (copy: Browser, nth: number) => copy.ask(server, 'POST', '/auth/login', { email: people[nth]!.email, password })
    expect((await Promise.all(copies.map(signIn))).map(({ status }) => status)).toEqual(people.map(() => 200))
    const holds = []
    for (const [nth, copy] of copies.entries()) holds.push(await copy.hold(server, `B.${nth + 1}`))
    expect(holds.filter((outcome) => outcome === 'held')).toHaveLength(1)
  })
})

it('limits the sessions that one queue ticket can start', async () => {
  const theatre = await openQueueTheatre({})
  const server = await openServer(theatre)
  const first = browser()
  await enter(first, server)
  first.jar.delete('sid')
  const statuses = (await Promise.all(copiesOf(first, 310).map((copy) => copy.ask(server, 'POST', '/queue/tonight/pass')))).map(
    ({ status }) => status,
  )
  const countOf = (status: number): number => statuses.filter((each) => each === status).length
  expect(countOf(429)).toBe(11)
  // A slow machine refuses some of the others with 503, before or after their session has started.
  expect(countOf(200) + countOf(503)).toBe(299)
  const { rows } = await sql<{ visits: number }>`select count(*)::int as visits from session`.execute(theatre.db)
  expect(rows[0]!.visits).toBeLessThanOrEqual(300)
  expect(rows[0]!.visits).toBeGreaterThan(countOf(200))
})
