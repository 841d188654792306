import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SeatDelta, SeatEvent } from '@playhouse/domain/seat-stream'
import { keeper, network, packed, path } from './testing/fake-network.ts'
import { watchSeats } from './watch-seats.ts'

const changes = (after: number, version: number, ...of: SeatDelta[]): SeatEvent => ({ kind: 'changes', after, version, changes: of })
const pass = (milliseconds = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds)
/** The parts of a browser that the visibility watcher uses. */
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const device = new EventTarget()
const turn = (visibilityState: 'hidden' | 'visible'): void => {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
}

let stop = (): void => {}
function start(version = 10, prepare: (net: ReturnType<typeof network>) => void = () => {}) {
  const net = network()
  prepare(net)
  const store = keeper(version)
  stop = watchSeats('tonight', store, { fetcher: net.fetcher, random: () => 1 })
  return { ...net, ...store }
}
beforeEach(() => {
  vi.useFakeTimers()
  page.visibilityState = 'visible'
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', device.addEventListener.bind(device))
  vi.stubGlobal('removeEventListener', device.removeEventListener.bind(device))
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('watching seats', () => {
  it('resumes after the version of the store and applies later changes', async () => {
    const { line, events, state } = start()
    await pass()
    expect(line().url).toBe(`${path}/stream?after=10`)
    line().say(changes(10, 11), changes(11, 12, [3, 1]), changes(12, 15, [3, 0], [4, 1]))
    await pass()
    expect(events).toEqual(['', '3=1', '3=0 4=1'])
    expect(state).toEqual({ version: 15, isStale: false })
  })

  it('loads all seats into an empty store, and when the server restarts its versions', async () => {
    const { line, events, state } = start(-1)
    await pass()
    expect(line().url).toBe(`${path}/stream`)
    line().say({ kind: 'all', version: 20, packed: packed(1) }, { kind: 'all', version: 5, packed: packed(2) })
    await pass()
    expect(events).toEqual([`all ${packed(1)}`, `all ${packed(2)}`])
    expect(state.version).toBe(5)
  })

  it('ignores changes of versions that the store already has', async () => {
    const { line, events } = start()
    await pass()
    line().say(changes(8, 9, [1, 1]), changes(9, 10, [2, 1]), changes(10, 11, [3, 1]))
    await pass()
    expect(events).toEqual(['3=1'])
  })

  it('loads a snapshot after a gap in the versions and resumes from it', async () => {
    const { lines, line, events, snapshot } = start()
    snapshot(19, 7)
    await pass()
    line().say(changes(10, 11, [1, 1]), changes(15, 16, [2, 1]))
    await pass()
    expect(events).toEqual(['1=1', `all ${packed(7)}`])
    expect(lines[0]!.signal.aborted).toBe(true)
    expect(line().url).toBe(`${path}/stream?after=19`)
  })

  it('reconnects within a second after a server shutdown without marking the store as stale', async () => {
    const { lines, line, state, requests } = start()
    await pass()
    line().say(changes(10, 11))
    line().end()
    await pass(1_000)
    expect(lines).toHaveLength(2)
    expect(line().url).toBe(`${path}/stream?after=11`)
    line().say(changes(11, 12))
    await pass()
    expect([requests, state.isStale]).toEqual([[], false])
  })

  it('closes a connection without heartbeats and keeps one with heartbeats', async () => {
    const { lines, line, snapshot } = start()
    snapshot(11)
    await pass()
    line().say(changes(10, 11))
    for (let quarter = 0; quarter < 8; quarter++) {
      await pass(15_000)
      line().beat()
    }
    expect(lines).toHaveLength(1)
    await pass(21_000)
    expect(lines[0]!.signal.aborted).toBe(true)
    expect(lines.length).toBeGreaterThan(1)
  })

  it('marks the store as stale after ten seconds without a connection, and as current after reconnecting', async () => {
    const { answers: responses, lines, line, state } = start()
    await pass()
    line().say(changes(10, 11))
    await pass()
    responses.stream = () => Promise.reject(new TypeError('offline'))
    line().end()
    await pass(9_000)
    expect(state.isStale).toBe(false)
    await pass(2_000)
    expect(state.isStale).toBe(true)
    responses.stream = () => undefined
    const before = lines.length
    for (let second = 0; lines.length === before && second < 30; second++) await pass(1_000)
    line().say(changes(11, 11))
    await pass()
    expect(state.isStale).toBe(false)
  })

  it('marks the store as stale at once when the server reports that it is behind', async () => {
    const { line, state } = start()
    await pass()
    line().say(changes(10, 11), { kind: 'behind' })
    await pass()
    expect(state.isStale).toBe(true)
    line().say(changes(11, 12))
    await pass()
    expect(state.isStale).toBe(false)
  })

  it('polls snapshots every five seconds while the stream is rejected, and retries after the server’s delay', async () => {
    const {
      answers: responses,
      requests,
      lines,
      events,
      state,
    } = start(10, (net) => {
      net.answers.stream = () => new Response('{}', { status: 429, headers: { 'retry-after': '30' } })
      net.snapshot(12, 4)
    })
    await pass(29_000)
    expect(requests.length).toBeGreaterThanOrEqual(5)
    expect(events).toEqual([`all ${packed(4)}`])
    expect(state.isStale).toBe(false)
    expect(lines).toHaveLength(1)
    responses.stream = () => undefined
    await pass(2_000)
    expect(lines).toHaveLength(2)
  })

  it('polls snapshots where a proxy buffers the stream', async () => {
    const { requests, lines, snapshot, state } = start()
    snapshot(12)
    await pass(15_000)
    expect(lines).toHaveLength(1)
    expect(lines[0]!.signal.aborted).toBe(true)
    expect(requests.length).toBeGreaterThanOrEqual(2)
    expect(state).toEqual({ version: 12, isStale: false })
  })

  it('backs off after repeated server errors', async () => {
    const { lines } = start(10, (net) => void (net.answers.stream = () => new Response('', { status: 503 })))
    await pass(120_000)
    expect(lines.length).toBeLessThan(12)
    expect(lines.length).toBeGreaterThan(5)
  })

  it('pauses after a hidden minute and catches up when the tab is visible again', async () => {
    const { lines, line, requests, state } = start()
    await pass()
    line().say(changes(10, 11))
    await pass()
    turn('hidden')
    for (let beats = 0; beats < 59; beats++) {
      await pass(1_000)
      line().beat()
    }
    expect(line().signal.aborted).toBe(false)
    await pass(1_000)
    expect(line().signal.aborted).toBe(true)
    await pass(3_600_000)
    expect([lines.length, requests.length, state.isStale]).toEqual([1, 0, false])
    turn('visible')
    await pass()
    expect(line().url).toBe(`${path}/stream?after=11`)
    line().say(changes(11, 40, [1, 1]))
    await pass()
    expect(state).toEqual({ version: 40, isStale: false })
  })

  it('does not pause for a tab hidden for less than a minute', async () => {
    const { line } = start()
    await pass()
    line().say(changes(10, 11))
    turn('hidden')
    await pass(15_000)
    line().beat()
    turn('visible')
    await pass(16_000)
    expect(line().signal.aborted).toBe(false)
  })

  it('reconnects after the device has slept, with a visible or hidden tab', async () => {
    const { lines, line, requests, snapshot, state, events } = start()
    await pass()
    line().say(changes(10, 11))
    await pass(1_000)
    const sleep = (): unknown => vi.setSystemTime(Date.now() + 3_600_000)
    snapshot(40, 1)
    sleep()
    await pass(5_000)
    expect([lines[0]!.signal.aborted, requests.length, state, events.at(-1)]).toEqual([
      true,
      1,
      { version: 40, isStale: false },
      `all ${packed(1)}`,
    ])

    await pass(1_000)
    expect(line().url).toBe(`${path}/stream?after=40`)
    line().say(changes(40, 41))
    await pass()
    // A sleeping phone: the timer for the hidden minute never fires.
    turn('hidden')
    snapshot(70, 2)
    sleep()
    turn('visible')
    await pass()
    expect([requests.length, state.version, events.at(-1)]).toEqual([2, 70, `all ${packed(2)}`])
  })

  it('aborts a snapshot request without a reply', async () => {
    const hang = (signal?: AbortSignal | null): Promise<Response> =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    const {
      answers: responses,
      requests,
      snapshot,
      state,
    } = start(10, (net) => {
      net.answers.stream = () => new Response('', { status: 503 })
      net.answers.snapshot = hang
    })
    await pass(25_000)
    expect([requests.length > 1, state.isStale]).toEqual([true, true])
    snapshot(12)
    await pass(20_000)
    expect(state).toEqual({ version: 12, isStale: false })

    responses.snapshot = hang
    await pass(31_000)
    const before = requests.length
    snapshot(13)
    device.dispatchEvent(new Event('offline'))
    device.dispatchEvent(new Event('online'))
    await pass()
    expect([requests.length, state.version]).toEqual([before + 1, 13])
  })

  it('closes the connection when the device goes offline', async () => {
    const { line, state } = start()
    await pass()
    line().say(changes(10, 11))
    await pass()
    const { signal } = line()
    device.dispatchEvent(new Event('offline'))
    expect(signal.aborted).toBe(true)
    await pass(11_000)
    expect(state.isStale).toBe(true)
  })

  it('ends a pause when the device is online again', async () => {
    const { answers: responses, lines } = start(10, (net) => void (net.answers.stream = () => Promise.reject(new TypeError('offline'))))
    await pass(60_000)
    const tried = lines.length
    responses.stream = () => undefined
    device.dispatchEvent(new Event('online'))
    await pass()
    expect(lines.length).toBe(tried + 1)
  })

  it('stops all requests after stop', async () => {
    const { lines, line, requests, events } = start()
    await pass()
    stop()
    line().say(changes(10, 11, [1, 1]))
    await pass(600_000)
    expect([lines.length, requests, events]).toEqual([1, [], []])
  })
})
