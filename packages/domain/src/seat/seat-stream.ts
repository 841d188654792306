import { maxSeats } from './seat.ts'

/**
 * The stream of changes to the seats of a performance, from a server to a browser, as `text/event-stream`. The `event:` line is
 * the type of each event.
 *
 * ```
 * id: 1795244220123456          the version: the database's clock, in microseconds; grows
 * event: changes
 * data: 1795244220023456 1:12-14,30 0:7
 *       │                │          └ seat 7 is free (0) now
 *       │                └ seats 12, 13, 14 and 30 are taken (1) now
 *       └ the version that this event follows: a reader with an older one has missed an event
 *
 * event: all      data: every seat, as `packAvailability`; whatever was known before is over
 * event: behind   data: –; the database couldn't be read for a while, so earlier events may be out of date
 * event: seating  data: the version of plan and prices; a reader with another one loads them again
 * : any comment keeps the line open
 * ```
 */
export type SeatEvent =
  | { readonly kind: 'changes'; readonly after: number; readonly version: number; readonly changes: readonly SeatDelta[] }
  | { readonly kind: 'all'; readonly version: number; readonly packed: string }
  | { readonly kind: 'behind' }
  | { readonly kind: 'seating'; readonly seatingVersion: string }

/** One seat's new outlook, a value of `seatAvailability`. */
export type SeatDelta = readonly [seat: number, outlook: number]

/** Keeps the line open where nothing happens. */
export const streamHeartbeat = ': still here\n\n'

/** An event as it travels. */
export function writeSeatEvent(event: SeatEvent): string {
  switch (event.kind) {
    case 'changes':
      return `id: ${event.version}\nevent: changes\ndata: ${[event.after, ...runsOf(event.changes)].join(' ')}\n\n`
    case 'all':
      return `id: ${event.version}\nevent: all\ndata: ${event.packed}\n\n`
    case 'behind':
      return 'event: behind\ndata: -\n\n'
    case 'seating':
      return `event: seating\ndata: ${event.seatingVersion}\n\n`
  }
}

/**
 * Reads events from text in chunks of any size. Events of an unknown kind are skipped.
 * @returns a function that takes the next chunk and returns the events that it completes. @throws SyntaxError for an invalid
 * event
 */
export function createSeatEventReader(): (piece: string) => SeatEvent[] {
  let rest = ''
  return (piece) => {
    const blocks = `${rest}${piece}`.split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap((block) => readBlock(block) ?? [])
  }
}

function readBlock(block: string): SeatEvent | undefined {
  const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]))
  const data = fields.get('data') ?? ''
  switch (fields.get('event')) {
    case 'changes': {
      const [after = '', ...runs] = data.split(' ')
      return { kind: 'changes', after: wholeOf(after), version: wholeOf(fields.get('id') ?? ''), changes: runs.flatMap(readRun) }
    }
    case 'all':
      return { kind: 'all', version: wholeOf(fields.get('id') ?? ''), packed: data }
    case 'behind':
      return { kind: 'behind' }
    case 'seating':
      return { kind: 'seating', seatingVersion: data }
    default:
      return undefined
  }
}

/** `1:12-14,30`: an outlook and the seats that have it, neighbours as a range. */
function runsOf(changes: readonly SeatDelta[]): string[] {
  const byOutlook = Map.groupBy(changes, ([, outlook]) => outlook)
  return [...byOutlook].map(([outlook, deltas]) => {
    const seats = deltas.map(([seat]) => seat).sort((a, b) => a - b)
    const starts = seats.filter((seat, i) => seats[i - 1] !== seat - 1)
    const ends = seats.filter((seat, i) => seats[i + 1] !== seat + 1)
    return `${outlook}:${starts.map((from, i) => (from === ends[i] ? from : `${from}-${ends[i]}`)).join(',')}`
  })
}

function readRun(run: string): SeatDelta[] {
  const [outlook = '', ranges = ''] = run.split(':')
  const value = wholeOf(outlook)
  return ranges.split(',').flatMap((range) => {
    const [from = '', to = from] = range.split('-')
    const [first, last] = [wholeOf(from), wholeOf(to)]
    if (last < first || last >= maxSeats) throw new SyntaxError(`no seats: ${range}`)
    return Array.from({ length: last - first + 1 }, (_, i): SeatDelta => [first + i, value])
  })
}

function wholeOf(text: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number)) throw new SyntaxError(`no whole number: ${text.slice(0, 40)}`)
  return number
}
