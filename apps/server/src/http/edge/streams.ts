import type { Writable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { streamHeartbeat } from '@playhouse/domain/seat-stream'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'

/** Somebody whose browser keeps a stream open. */
export interface Viewer {
  /** Writes the head and what there is to say first. */
  begin(first: Buffer): void
  send(frame: Buffer): void
  /** Called once, when they have left or were shown out. */
  whenGone(leave: () => void): void
}

/** Everybody who keeps a stream open in this process. */
export interface Viewers {
  /** A place for the visitor, given back when the connection closes; a problem where there is none left. */
  admit(reply: FastifyReply, names: readonly string[]): Result<Viewer, Problem>
  count(): number
  /** Ends all streams in peace: browsers come back, to another process. */
  close(): void
}

export type ViewerLimits = {
  readonly inAll: number
  /** By name: a session has few streams, an address many, for a school is one. */
  readonly perName: (name: string) => number
  /** Bytes that may wait for a reader who is too slow. */
  readonly backlog: number
  /** Bytes that may wait for all readers together; the slowest ones are shown out first. */
  readonly backlogInAll: number
  /** Milliseconds between two signs of life. */
  readonly heartbeat: number
}

/** What a process can carry: an open stream costs it some 23 kB. */
export const viewerLimits: ViewerLimits = {
  inAll: 10_000,
  perName: (name) => (name.startsWith('session ') ? 6 : 200),
  backlog: 64 * 1024,
  backlogInAll: 64 * 1024 * 1024,
  heartbeat: 15_000,
}

const signOfLife = Buffer.from(streamHeartbeat)

type Reader = { readonly waiting: () => number; readonly showOut: () => void }

/** The bytes that wait for slow readers, as they were last noted, against one limit for all. */
function createBacklog(most: number) {
  const noted = new Map<Reader, number>()
  let total = 0
  const set = (reader: Reader, bytes: number): void => {
    total += bytes - (noted.get(reader) ?? 0)
    if (bytes > 0) noted.set(reader, bytes)
    else noted.delete(reader)
  }
  return {
    forget: (reader: Reader): void => set(reader, 0),
    note: (reader: Reader): void => {
      set(reader, reader.waiting())
      if (total <= most) return
      // Some may have read on since.
      for (const each of [...noted.keys()]) set(each, each.waiting())
      if (total <= most) return
      for (const [slowest] of [...noted].toSorted(([, one], [, other]) => other - one)) {
        if (total <= most * room) return
        slowest.showOut()
        set(slowest, 0)
      }
    },
  }
}

/** Of the limit for all so much stays in use when some are shown out, so that the next frame shows out nobody. */
const room = 0.9

export function createViewers(limits: ViewerLimits = viewerLimits): Viewers {
  const open = new Set<{ beat: () => void; end: () => void }>()
  const places = new Map<string, number>()
  const heart = setInterval(() => {
    for (const { beat } of open) beat()
  }, limits.heartbeat).unref()
  let isClosed = false
  const backlog = createBacklog(limits.backlogInAll)

  const admit = (reply: FastifyReply, names: readonly string[]): Result<Viewer, Problem> => {
    if (isClosed || open.size >= limits.inAll) return fail(problem('service-unavailable'))
    if (names.some((name) => (places.get(name) ?? 0) >= limits.perName(name)))
      return fail(problem('too-many-requests', { retryAfterSeconds: 60 }))
    const { raw } = reply
    let hasBegun = false
    let hasEnded = false
    const early: Buffer[] = []
    // Frames go to the line itself: a frame then costs what its bytes cost.
    let line: Writable = raw
    const write = (frame: Buffer): void => {
      if (hasEnded) return
      line.write(frame)
      const behind = line.writableLength
      if (behind > limits.backlog) raw.destroy()
      else if (behind > 0) backlog.note(reader)
    }
    const reader: Reader = { waiting: () => (raw.destroyed ? 0 : line.writableLength), showOut: () => raw.destroy() }
    const end = (): void => {
      hasEnded = true
      raw.end()
    }
    const place = { beat: () => hasBegun && write(signOfLife), end: () => void (hasBegun && end()) }
    const leaving = new Set<() => void>()
    open.add(place)
    for (const name of names) places.set(name, (places.get(name) ?? 0) + 1)
    raw.once('close', () => {
      hasEnded = true
      open.delete(place)
      backlog.forget(reader)
      for (const name of names) {
        const left = places.get(name)! - 1
        if (left > 0) places.set(name, left)
        else places.delete(name)
      }
      for (const leave of leaving) leave()
    })
    return ok({
      begin: (first) => {
        reply.hijack()
        // The stream ends with its connection, so that it needs no frames of HTTP's own around ours.
        raw.removeHeader('transfer-encoding')
        raw.writeHead(200, {
          ...(reply.getHeaders() as Record<string, string>),
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store, no-transform',
          'x-accel-buffering': 'no',
          // Ended, it leaves no idle connection behind that a closing server would wait for.
          connection: 'close',
        })
        raw.flushHeaders()
        // Behind another answer on the same connection there is no line yet.
        line = raw.socket ?? raw
        hasBegun = true
        for (const frame of [first, ...early]) write(frame)
        if (isClosed) end()
      },
      send: (frame) => void (hasBegun ? write(frame) : early.push(frame)),
      whenGone: (leave) => void (raw.destroyed ? leave() : leaving.add(leave)),
    })
  }

  return {
    admit,
    count: () => open.size,
    close: () => {
      isClosed = true
      clearInterval(heart)
      for (const { end } of open) end()
    },
  }
}
