import type { Kysely } from 'kysely'
import { type CappedTopic, cappedTopics, type Database, outboxTopics } from '#db'
import { type Problem, problem } from '@playhouse/domain/problem'
import { createLocalLimiter, createSharedLimiter, type Limit, type Limiter } from './limiter.ts'
import { createBatchedCounter } from './tally.ts'

/** How often somebody may try something: `points` tries in `duration` seconds. */
const limits = {
  'login-account': { points: 12, duration: 900 },
  'login-address': { points: 60, duration: 900 },
  // On a browser that the owner of an account has signed in on before.
  'login-device': { points: 10, duration: 86_400 },
  // An address that nobody has locks as an account does: at the tenth wrong password, until a link opens it.
  'login-wrong': { points: 9, duration: 2_592_000 },
  // From one network, before its visitors have to show that they are people.
  'entry-freely': { points: 20, duration: 900 },
  // From one IPv4 /24 or IPv6 /48, as above.
  'entry-freely-wide': { points: 80, duration: 900 },
  'proof-once': { points: 1, duration: 1_200 },
  lookup: { points: 30, duration: 300 },
  register: { points: 60, duration: 3600 },
  guest: { points: 30, duration: 3600 },
  'open-order': { points: 30, duration: 900 },
  'reset-address': { points: 20, duration: 900 },
  redeem: { points: 30, duration: 900 },
  'staff-account': { points: 12, duration: 900 },
  'staff-address': { points: 60, duration: 900 },
  // On a browser that somebody of the house has shown both factors on before.
  'staff-device': { points: 10, duration: 86_400 },
  'staff-code': { points: 10, duration: 900 },
  // Who has a password and guesses codes would be in within a year at the pace of the line above; right codes don't count.
  'staff-code-day': { points: 30, duration: 86_400 },
  // Customers and orders that one member of staff looks up: more than a busy counter needs, too few to copy the customer base.
  'staff-search': { points: 60, duration: 60 },
  'staff-search-day': { points: 2_000, duration: 86_400 },
  // IDs are short and not secret: whoever guesses must not get far.
  'access-id': { points: 10, duration: 900 },
  'access-network': { points: 40, duration: 900 },
  // Each opens a page at the provider, who has patience with a house and not with each of its customers.
  pay: { points: 30, duration: 900 },
  'voucher-session': { points: 5, duration: 60 },
  'voucher-network': { points: 20, duration: 3600 },
  bypass: { points: 10, duration: 900 },
  // Holding seats and letting them go again and again: whoever goes on is stopped for longer each time.
  'release-minute': { points: 20, duration: 60 },
  'release-quarter': { points: 60, duration: 900 },
  'release-day': { points: 300, duration: 86_400 },
} as const satisfies Record<string, Limit>

/** Tries that come in a rush: counted at once, and shared with the other processes ten times a second. */
const batchedLimits = {
  hold: { points: 60, duration: 60 },
} as const satisfies Record<string, Limit>

/** Tries that a process counts by itself, where a rush must not wait for the database. */
const localLimits = {
  // A campus, a company or a mobile network may share one address.
  join: { points: 600, duration: 60 },
  // Going in without a visit begins one, whatever becomes of the place.
  enter: { points: 300, duration: 60 },
  // How a payment stands, asked of the provider: a return page asks once a second.
  payment: { points: 20, duration: 10 },
  // Tickets on paper and in a wallet are drawn and signed anew each time: nothing that a visitor may ask for costs as much.
  paper: { points: 30, duration: 60 },
  // Session cookies that no session has. Many behind one address may come back with one that has ended.
  'unknown-session': { points: 1_200, duration: 60 },
  // Reports of policy breaches: a page of ours with a hundred of them needs no more to be noticed.
  'policy-report': { points: 30, duration: 60 },
  // A visit's changes. Nobody's hands are as quick, and each is a transaction and a line in the trail.
  change: { points: 600, duration: 60 },
} as const satisfies Record<string, Limit>

/**
 * Mails of one topic to one address, for as long as a link works: a visitor who is refused another mail has one whose link still
 * opens. Each topic for itself: mails of one kind that a stranger causes keep nobody from a mail of another.
 */
const mailLimit: Limit = { points: 3, duration: 600 }
const day = 86_400

type Kind = keyof typeof limits
export type Throttle = {
  /** Counts a try; the problem where there were too many. */
  (kind: Kind, who: string): Promise<Problem<'too-many-requests'> | undefined>
  /** Forgets the tries so far. */
  reset(kind: Kind, who: string): Promise<void>
  /**
   * Counts a mail that a visitor asks for. False where the address has had too many, in ten minutes or in a day: the mail is left
   * out, and the answer to the visitor is the same.
   */
  mayMail(topic: CappedTopic, address: string): Promise<boolean>
  /** Counts a try without waiting for the database: see `createBatchedCounter`. */
  batched(kind: keyof typeof batchedLimits, who: string): Problem<'too-many-requests'> | undefined
  /** Counts a try in this process alone. */
  local(kind: keyof typeof localLimits, who: string): Promise<Problem<'too-many-requests'> | undefined>
  /** Doesn't count the last try. */
  uncount(kind: Kind, who: string): Promise<void>
}

/** Buckets in the database, so that ten processes count as one; where it fails, each process counts alone. */
export function createThrottle(db: Kysely<Database>, scale = 1): Throttle {
  const scaled = ({ points, duration }: Limit): Limit => ({ points: points * scale, duration })
  const limiters = Object.fromEntries(Object.entries(limits).map(([kind, limit]) => [kind, createSharedLimiter(db, kind, scaled(limit))]))
  const localLimiters = Object.fromEntries(
    Object.entries(localLimits).map(([kind, limit]) => [kind, createLocalLimiter(kind, scaled(limit))]),
  )
  const keyOf = (who: string): string => who.slice(0, 200)
  const refusal = (wait: number | undefined): Problem<'too-many-requests'> | undefined =>
    wait === undefined ? undefined : problem('too-many-requests', { retryAfterSeconds: Math.ceil(wait / 1000) })
  const consume = async (limiter: Limiter, who: string): Promise<Problem<'too-many-requests'> | undefined> =>
    refusal(await limiter.count(keyOf(who)))
  const counters = Object.fromEntries(
    Object.entries(batchedLimits).map(([kind, limit]) => [kind, createBatchedCounter(db, kind, scaled(limit))]),
  )
  const batched = (kind: keyof typeof batchedLimits, who: string): Problem<'too-many-requests'> | undefined =>
    refusal(counters[kind]!.count(keyOf(who)))
  const count = (kind: Kind, who: string): Promise<Problem<'too-many-requests'> | undefined> => consume(limiters[kind]!, who)
  const mailLimiters = (topic: CappedTopic): Limiter[] => [
    createSharedLimiter(db, topic, scaled(mailLimit)),
    createSharedLimiter(db, `${topic}-day`, scaled({ points: outboxTopics[topic].dailyCap, duration: day })),
  ]
  const limitersOfMail = new Map(cappedTopics.map((topic) => [topic, mailLimiters(topic)]))
  const mayMail = async (topic: CappedTopic, address: string): Promise<boolean> => {
    // Mail servers rarely tell addresses apart by capitals.
    const key = keyOf(address.toLowerCase())
    for (const limiter of limitersOfMail.get(topic)!) if ((await limiter.count(key)) !== undefined) return false
    return true
  }
  return Object.assign(count, {
    mayMail,
    batched,
    local: (kind: keyof typeof localLimits, who: string) => consume(localLimiters[kind]!, who),
    reset: async (kind: Kind, who: string): Promise<void> => void (await limiters[kind]!.reset(keyOf(who))),
    uncount: async (kind: Kind, who: string): Promise<void> => void (await limiters[kind]!.uncount(keyOf(who))),
  })
}
