import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/index.ts'
import { halls } from './bench-shop.ts'
import { request } from './keep-alive.ts'
import { usedBy } from './processor.ts'

type Viewer = { readonly socket: Socket; events: number; last: string }

async function open(port: number, viewers: number, hello: (nth: number) => string | undefined, mark: string): Promise<Viewer[]> {
  const all: Viewer[] = []
  while (all.length < viewers) {
    const some = await Promise.all(
      Array.from({ length: Math.min(250, viewers - all.length) }, async (_, nth) => {
        const socket = connect(port, 'localhost')
        const viewer: Viewer = { socket, events: 0, last: '' }
        socket.on('error', () => {})
        socket.on('data', (bytes: Buffer) => {
          const text = bytes.toString('latin1')
          for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) viewer.events++
          viewer.last = /id: (\d+)\n(?!.*id: )/s.exec(text)?.[1] ?? viewer.last
        })
        await once(socket, 'connect')
        const words = hello(all.length + nth)
        if (words) socket.write(words)
        return viewer
      }),
    )
    all.push(...some)
  }
  return all
}

const network = (nth: number): string => `10.200.${nth >> 8}.${nth & 255}`
const look = (nth: number): string =>
  request('GET', `/api/instances/${halls.large.id}/availability/stream`, { 'x-forwarded-for': network(nth) })

/** CPU microseconds per frame and subscriber: of this server, and of a plain broadcast of opaque bytes. */
export async function measureStream(db: Kysely<Database>, server: { port: number; pid: number }, viewers: number, seconds: number) {
  const ours = await open(server.port, viewers, look, 'event: changes')
  await wait(1_500)
  const [timeBefore, eventsBefore] = [usedBy(server.pid), ours.reduce((sum, { events }) => sum + events, 0)]
  await changeSeats(db, seconds)
  const deliveries = ours.reduce((sum, { events }) => sum + events, 0) - eventsBefore
  const our = ((usedBy(server.pid) - timeBefore) / deliveries) * 1e6
  for (const { socket } of ours) socket.destroy()

  const frame = Buffer.from(`id: 1795244220123456\nevent: changes\ndata: 1795244220023456 1:12-15\n\n`)
  const child = fork(new URL('baseline-server.ts', import.meta.url), [], { serialization: 'advanced' })
  child.send({ frame })
  const [port] = (await once(child, 'message')) as [number]
  const theirs = await open(port, viewers, () => undefined, 'event: changes')
  await wait(500)
  const [timeAtStart, eventsAtStart] = [usedBy(child.pid!), theirs.reduce((sum, { events }) => sum + events, 0)]
  await wait(seconds * 1000)
  const baseline = ((usedBy(child.pid!) - timeAtStart) / (theirs.reduce((sum, { events }) => sum + events, 0) - eventsAtStart)) * 1e6
  for (const { socket } of theirs) socket.destroy()
  child.kill()
  return { our, bare: baseline, ratio: our / baseline }
}

/** Connects as many viewers as a process accepts, and counts those that have the final version after a burst of changes. */
export async function measureCrowd(db: Kysely<Database>, server: { port: number }, viewers: number) {
  const all = await open(server.port, viewers, look, 'event: ')
  await wait(3_000)
  const connected = all.filter(({ events }) => events > 0).length
  await changeSeats(db, 3)
  await wait(3_000)
  const newest = all
    .map(({ last }) => last)
    .toSorted()
    .at(-1)
  const current = all.filter(({ last }) => last === newest).length
  for (const { socket } of all) socket.destroy()
  return { viewers, connected, current }
}

/** Ten times a second four seats are taken or come back. */
async function changeSeats(db: Kysely<Database>, seconds: number): Promise<void> {
  const { id } = halls.large
  await sql`delete from seat_claim where performance_id = ${id}`.execute(db)
  for (let tick = 0; tick < seconds * 10; tick++) {
    const [startedAt, from] = [performance.now(), (tick >> 1) * 4]
    if (tick % 2 === 0)
      await sql`insert into seat_claim (performance_id, seat, state) select ${id}, seat, 'sold' from generate_series(${from}::int, ${from + 3}::int) seat on conflict do nothing`.execute(
        db,
      )
    else await sql`delete from seat_claim where performance_id = ${id} and seat between ${from} and ${from + 3}`.execute(db)
    await wait(Math.max(0, 100 - (performance.now() - startedAt)))
  }
}
