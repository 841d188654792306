export { drawLots } from './queue-draw.ts'

/** The stored state of one waiting room. Instants in epoch milliseconds. */
export type WaitingRoom = {
  /** From when on people may take a place. */
  readonly gathersAt: number
  /** From when on people are let in. Earlier tickets take part in the draw; later ones queue behind them. */
  readonly opensAt: number
  /** People let in a minute. */
  readonly rate: number
  readonly isPaused: boolean
  /** Number of queue tickets issued so far, which is the next number. */
  readonly joined: number
  /** Number of tickets in the draw; undefined before the draw. */
  readonly drawn: number | undefined
  /** People called since the opening, with the part of the next that is due. */
  readonly turns: number
  /** Seconds for which a called visitor may go in; then the ticket lapses. */
  readonly patience: number
  /** Number of called tickets at some recent instants, in order: a ticket before that position had been called by then. */
  readonly calls: readonly { readonly called: number; readonly at: number }[]
}

/** The state of a queue ticket. Times in seconds. */
export type QueueStatus =
  /** The doors are not open yet: places have no order. */
  | { readonly state: 'early'; readonly askAgainIn: number }
  | {
      readonly state: 'waiting'
      /** People who are called before. */
      readonly ahead: number
      /** Position in the whole queue, from 1: with `ahead` it shows the progress. */
      readonly position: number
      /** Undefined while the queue is paused. */
      readonly estimatedWait: number | undefined
      readonly askAgainIn: number
    }
  /** Called: may go in until then, an instant in epoch milliseconds. */
  | { readonly state: 'admitted'; readonly until: number; readonly askAgainIn: number }
  /** Called, and didn't come in time. */
  | { readonly state: 'lapsed' }

/** The place in line of a number, from 0, once the draw is made: by lot for those who were early, else as they came. */
export const queuePositionOf = (number: number, lots: ArrayLike<number>): number => (number < lots.length ? lots[number]! : number)

/**
 * The current status of a queue ticket.
 * @param lots the draw, once it has been made (`drawLots`)
 */
export function queueStatusOf(room: WaitingRoom, lots: ArrayLike<number> | undefined, number: number, now: number): QueueStatus {
  if (now < room.opensAt || room.drawn === undefined || !lots) return { state: 'early', askAgainIn: secondsToNextPoll(room, number, now) }
  const place = queuePositionOf(number, lots)
  const calledCount = Math.floor(room.turns)
  if (place < calledCount) return admissionOf(room, place, now)
  const wait = Math.ceil(((place + 1 - room.turns) * 60) / room.rate)
  return {
    state: 'waiting',
    ahead: place - calledCount,
    position: place + 1,
    estimatedWait: room.isPaused ? undefined : wait,
    askAgainIn: room.isPaused ? 15 : Math.min(30, Math.max(2, Math.ceil(wait / 4))),
  }
}

/** Admission, from the first instant at which the ticket is known to have been called: in doubt it lasts longer. */
function admissionOf({ calls, patience }: WaitingRoom, place: number, now: number): QueueStatus {
  const calledAt = calls.find(({ called }) => called > place)?.at ?? now
  const until = calledAt + patience * 1_000
  return now < until ? { state: 'admitted', until, askAgainIn: Math.min(60, Math.ceil((until - now) / 1_000) + 1) } : { state: 'lapsed' }
}

/** Number of visitors that poll within one second of the opening. */
const pollsPerSecond = 5_000

/** At most a minute. Polls for the opening itself are spread over seconds, so that not all visitors ask at the same time. */
function secondsToNextPoll({ opensAt, joined }: WaitingRoom, number: number, now: number): number {
  const secondsLeft = Math.ceil((opensAt - now) / 1_000)
  if (secondsLeft > 75) return 60
  const spread = Math.min(30, Math.ceil(joined / pollsPerSecond))
  return Math.max(1, secondsLeft + 1 + (spread > 0 ? number % spread : 0))
}

/**
 * The page of a performance that a visitor requested before the queue, if it is a page that a waiting room guards; undefined
 * for anything else, so that there is no open redirect.
 * @param to untrusted text from an address
 */
export function pageAfterQueue(instance: string, to: string | null | undefined): string | undefined {
  const [, of] =
    /^\/events\/[a-z0-9-]{1,80}\/([a-z0-9-]{1,80})(?:\/syos(?:\/[\w-]{1,60})?|\/price-selection)?(?:\?[\w=&%.+-]{0,200})?$/.exec(
      to ?? '',
    ) ?? []
  return of === instance ? to! : undefined
}
