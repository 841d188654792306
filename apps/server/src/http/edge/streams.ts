import type { Writable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { streamHeartbeat } from '@playhouse/domain/seat-stream'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { networkOf, wideNetworkOf } from '../visitor/network.ts'

/** A browser with an open stream. */
export interface StreamSubscriber {
  /** Writes the headers and the first frame. */
  begin(first: Buffer): void
  send(frame: Buffer): void
  /** Registers a callback that runs once, when the connection is closed by either side. */
  onClose(callback: () => void): void
}

/** All open streams of this process. */
export interface StreamSubscribers {
  /** Opens a stream, which counts until the connection closes; returns a problem when a limit is reached. */
  open(reply: FastifyReply, names: readonly string[]): Result<StreamSubscriber, Problem>
  count(): number
  /** Ends all streams gracefully: browsers reconnect to another process. */
  close(): void
}

export type StreamLimits = {
  readonly maxStreams: number
  /** Limit by name: few streams per session, many per address, which a whole school may share, and sixteen times as many per wide network. */
  readonly maxPerName: (name: string) => number
  /** Bytes that may be pending for one slow reader. */
  readonly maxBacklog: number
  /** Bytes that may be pending for all readers together; the slowest are disconnected first. */
  readonly maxTotalBacklog: number
  /** Milliseconds between two heartbeat frames. */
  readonly heartbeatMs: number
}

/** Limits of a process: an open stream costs about 23 kB. */
export const streamLimits: StreamLimits = {
  maxStreams: 10_000,
  maxPerName: (name) => (name.startsWith('session ') ? 6 : name.startsWith('wide network ') ? 3_200 : 200),
  maxBacklog: 64 * 1024,
  maxTotalBacklog: 64 * 1024 * 1024,
  heartbeatMs: 15_000,
}

/** The names that count a visitor's streams: of the session, the network and the wide network. */
export const streamNamesOf = (ip: string, session: string | undefined): readonly string[] => [
  ...(session === undefined ? [] : [`session ${session}`]),
  `address ${networkOf(ip)}`,
  `wide network ${wideNetworkOf(ip)}`,
]

const heartbeatFrame = Buffer.from(streamHeartbeat)

type SlowReader = { readonly pendingBytes: () => number; readonly disconnect: () => void }

/** Tracks the pending bytes of slow readers against one limit for all. */
function createBacklog(maxBytes: number) {
  const pending = new Map<SlowReader, number>()
  let total = 0
  const set = (reader: SlowReader, bytes: number): void => {
    total += bytes - (pending.get(reader) ?? 0)
    if (bytes > 0) pending.set(reader, bytes)
    else pending.delete(reader)
  }
  return {
    forget: (reader: SlowReader): void => set(reader, 0),
    note: (reader: SlowReader): void => {
      set(reader, reader.pendingBytes())
      if (total <= maxBytes) return
      // Some may have caught up since.
      for (const slowReader of [...pending.keys()]) set(slowReader, slowReader.pendingBytes())
      if (total <= maxBytes) return
      for (const [slowest] of [...pending].toSorted(([, a], [, b]) => b - a)) {
        if (total <= maxBytes * backlogTarget) return
        slowest.disconnect()
        set(slowest, 0)
      }
    },
  }
}

/** Share of the total limit left in use after disconnecting, so that the next frame disconnects no reader. */
const backlogTarget = 0.9

export function createStreamSubscribers(limits: StreamLimits = streamLimits): StreamSubscribers {
  const openStreams = new Set<{ sendHeartbeat: () => void; end: () => void }>()
  const streamsByName = new Map<string, number>()
  const heartbeatTimer = setInterval(() => {
    for (const { sendHeartbeat } of openStreams) sendHeartbeat()
  }, limits.heartbeatMs).unref()
  let isClosed = false
  const backlog = createBacklog(limits.maxTotalBacklog)

  const openStream = (reply: FastifyReply, names: readonly string[]): Result<StreamSubscriber, Problem> => {
    if (isClosed || openStreams.size >= limits.maxStreams) return fail(problem('service-unavailable'))
    if (names.some((name) => (streamsByName.get(name) ?? 0) >= limits.maxPerName(name)))
      return fail(problem('too-many-requests', { retryAfterSeconds: 60 }))
    const { raw } = reply
    let hasBegun = false
    let hasEnded = false
    const earlyChunks: Buffer[] = []
    // Frames are written to the socket directly, without the overhead of the HTTP response.
    let socket: Writable = raw
    const write = (frame: Buffer): void => {
      if (hasEnded) return
      socket.write(frame)
      const bufferedBytes = socket.writableLength
      if (bufferedBytes > limits.maxBacklog) raw.destroy()
      else if (bufferedBytes > 0) backlog.note(reader)
    }
    const reader: SlowReader = { pendingBytes: () => (raw.destroyed ? 0 : socket.writableLength), disconnect: () => raw.destroy() }
    const end = (): void => {
      hasEnded = true
      raw.end()
    }
    const stream = { sendHeartbeat: () => hasBegun && write(heartbeatFrame), end: () => void (hasBegun && end()) }
    const closeCallbacks = new Set<() => void>()
    openStreams.add(stream)
    for (const name of names) streamsByName.set(name, (streamsByName.get(name) ?? 0) + 1)
    raw.once('close', () => {
      hasEnded = true
      openStreams.delete(stream)
      backlog.forget(reader)
      for (const name of names) {
        const remainingStreams = streamsByName.get(name)! - 1
        if (remainingStreams > 0) streamsByName.set(name, remainingStreams)
        else streamsByName.delete(name)
      }
      for (const callback of closeCallbacks) callback()
    })
    return ok({
      begin: (first) => {
        reply.hijack()
        // The stream ends with its connection, so it needs no chunked encoding.
        raw.removeHeader('transfer-encoding')
        raw.writeHead(200, {
          ...(reply.getHeaders() as Record<string, string>),
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store, no-transform',
          'x-accel-buffering': 'no',
          // Without keep-alive, a closing server waits for no idle connection.
          connection: 'close',
        })
        raw.flushHeaders()
        // While an earlier reply on the same connection is pending, there is no socket yet.
        socket = raw.socket ?? raw
        hasBegun = true
        for (const frame of [first, ...earlyChunks]) write(frame)
        if (isClosed) end()
      },
      send: (frame) => void (hasBegun ? write(frame) : earlyChunks.push(frame)),
      onClose: (callback) => void (raw.destroyed ? callback() : closeCallbacks.add(callback)),
    })
  }

  return {
    open: openStream,
    count: () => openStreams.size,
    close: () => {
      isClosed = true
      clearInterval(heartbeatTimer)
      for (const { end } of openStreams) end()
    },
  }
}
