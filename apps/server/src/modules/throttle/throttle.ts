import type { Kysely } from 'kysely'
import { type CappedTopic, cappedTopics, type Database, outboxTopics } from '#db'
import { type Problem, problem } from '@playhouse/domain/problem'
import { createLocalLimiter, createSharedLimiter, type Limit, type Limiter } from './limiter.ts'
import { createBatchedCounter } from './batched-counter.ts'

/** Rate limits: `points` attempts in `duration` seconds. */
const limits = {
  'login-account': { points: 12, duration: 900 },
  'login-address': { points: 60, duration: 900 },
  // On a browser where the owner of the account has signed in before.
  'login-device': { points: 10, duration: 86_400 },
  // An unknown address locks as an account does: at the tenth wrong password, until a link unlocks it.
  'login-wrong': { points: 9, duration: 2_592_000 },
  // From one network, before its visitors need the bot check.
  'entry-freely': { points: 20, duration: 900 },
  // From one IPv4 /24 or IPv6 /48, as above.
  'entry-freely-wide': { points: 80, duration: 900 },
  'proof-once': { points: 1, duration: 1_200 },
  lookup: { points: 30, duration: 300 },
  register: { points: 60, duration: 3600 },
  guest: { points: 30, duration: 3600 },
  // A school or a company may share one address; each mails the theatre.
  form: { points: 20, duration: 3600 },
  'open-order': { points: 30, duration: 900 },
  'reset-address': { points: 20, duration: 900 },
  redeem: { points: 30, duration: 900 },
  'staff-account': { points: 12, duration: 900 },
  'staff-address': { points: 60, duration: 900 },
  // On a browser where a staff user has verified both factors before.
  'staff-device': { points: 10, duration: 86_400 },
  'staff-code': { points: 10, duration: 900 },
  // At the rate of the line above, a person with the password would guess a code within a year. Right codes don't count.
  'staff-code-day': { points: 30, duration: 86_400 },
  // Customers and orders that one staff user looks up: more than a busy counter needs, too few to copy the customer base.
  'staff-search': { points: 60, duration: 60 },
  'staff-search-day': { points: 2_000, duration: 86_400 },
  // IDs are short and not secret: they must not be guessed.
  'access-id': { points: 10, duration: 900 },
  'access-network': { points: 40, duration: 900 },
  // Access codes of programmes: the theatre chooses them. Right codes don't count.
  'programme-customer': { points: 10, duration: 900 },
  'programme-customer-day': { points: 30, duration: 86_400 },
  'programme-network': { points: 40, duration: 900 },
  // Numbers of subscription cards. Right ones don't count.
  'card-customer': { points: 10, duration: 900 },
  'card-customer-day': { points: 30, duration: 86_400 },
  'card-network': { points: 40, duration: 900 },
  // Each opens a page at the payment provider, which rate-limits the merchant.
  pay: { points: 30, duration: 900 },
  // Links of gift memberships, which can't be guessed: visitors behind one address may share it.
  'gift-link': { points: 120, duration: 900 },
  // Payment links, which can't be guessed either: a return page reads one every two seconds.
  'payment-link': { points: 600, duration: 900 },
  // Mails of one payment link.
  'payment-link-mail': { points: 5, duration: 3600 },
  'voucher-session': { points: 5, duration: 60 },
  'voucher-network': { points: 20, duration: 3600 },
  // From all networks together, by visitors who have not signed in.
  'voucher-everyone': { points: 500, duration: 900 },
  // Each agreement to renewals stores a record, and each end of one sends a mail.
  renewal: { points: 20, duration: 3600 },
  bypass: { points: 10, duration: 900 },
  // Holding and releasing seats repeatedly: the waiting time grows with each limit.
  'release-minute': { points: 20, duration: 60 },
  'release-quarter': { points: 60, duration: 900 },
  'release-day': { points: 300, duration: 86_400 },
} as const satisfies Record<string, Limit>

/** Limits for a rush: counted immediately, and shared with other processes ten times a second. */
const batchedLimits = {
  hold: { points: 60, duration: 60 },
  // Performances of which seats are held together with others, counted each.
  'hold-series': { points: 120, duration: 60 },
} as const satisfies Record<string, Limit>

/** Limits that each process counts alone, because a rush must not wait for the database. */
const localLimits = {
  // A campus, a company or a mobile network may share one address.
  join: { points: 600, duration: 60 },
  // From one IPv4 /24 or IPv6 /48, as above.
  'join-wide': { points: 2_400, duration: 60 },
  // Entering without a session begins one, whatever happens to the queue ticket.
  enter: { points: 300, duration: 60 },
  // Payment states, read from the provider: a return page reads one per second.
  payment: { points: 20, duration: 10 },
  // Printed tickets and wallet passes are rendered and signed each time: the most expensive request that visitors can make.
  paper: { points: 30, duration: 60 },
  // Session cookies without a session. Many visitors behind one address may return with an expired one.
  'unknown-session': { points: 1_200, duration: 60 },
  // Reports of CSP violations: more reports of the same page are not needed.
  'policy-report': { points: 30, duration: 60 },
  // Changes of a session. More than a person can make, and each is a transaction and an audit entry.
  change: { points: 600, duration: 60 },
} as const satisfies Record<string, Limit>

/**
 * Mails of one topic to one address, in the time for which a link is valid: a visitor who gets no further mail has a valid link
 * already. Each topic counts separately, so that mails that another person causes do not block mails of another topic.
 */
const mailLimit: Limit = { points: 3, duration: 600 }
/** Seconds of a day. */
const day = 86_400

type Kind = keyof typeof limits
export type Throttle = {
  /** Counts an attempt. Returns a problem if there were too many. */
  (kind: Kind, key: string): Promise<Problem<'too-many-requests'> | undefined>
  /** Resets the count. */
  reset(kind: Kind, key: string): Promise<void>
  /**
   * Counts a mail that a visitor requests. False if the address has had too many, in ten minutes or in a day: then no mail is
   * sent, and the visitor gets the same response.
   */
  mayMail(topic: CappedTopic, address: string): Promise<boolean>
  /** Counts an attempt, or several, without waiting for the database, see `createBatchedCounter`. */
  batched(kind: keyof typeof batchedLimits, key: string, attempts?: number): Problem<'too-many-requests'> | undefined
  /** Counts an attempt in this process only. */
  local(kind: keyof typeof localLimits, key: string): Promise<Problem<'too-many-requests'> | undefined>
  /** Takes the last attempt back. */
  uncount(kind: Kind, key: string): Promise<void>
}

/** Counts in the database, for all processes together. During a database outage each process counts alone. */
export function createThrottle(db: Kysely<Database>, scale = 1): Throttle {
  const scaleLimit = ({ points, duration }: Limit): Limit => ({ points: points * scale, duration })
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([kind, limit]) => [kind, createSharedLimiter(db, kind, scaleLimit(limit))]),
  )
  const localLimiters = Object.fromEntries(
    Object.entries(localLimits).map(([kind, limit]) => [kind, createLocalLimiter(kind, scaleLimit(limit))]),
  )
  const keyOf = (key: string): string => key.slice(0, 200)
  const refusal = (wait: number | undefined): Problem<'too-many-requests'> | undefined =>
    wait === undefined ? undefined : problem('too-many-requests', { retryAfterSeconds: Math.ceil(wait / 1000) })
  const consume = async (limiter: Limiter, key: string): Promise<Problem<'too-many-requests'> | undefined> =>
    refusal(await limiter.count(keyOf(key)))
  const counters = Object.fromEntries(
    Object.entries(batchedLimits).map(([kind, limit]) => [kind, createBatchedCounter(db, kind, scaleLimit(limit))]),
  )
  const batched = (kind: keyof typeof batchedLimits, key: string, attempts?: number): Problem<'too-many-requests'> | undefined =>
    refusal(counters[kind]!.count(keyOf(key), attempts))
  const count = (kind: Kind, key: string): Promise<Problem<'too-many-requests'> | undefined> => consume(limiters[kind]!, key)
  const mailLimiters = (topic: CappedTopic): Limiter[] => [
    createSharedLimiter(db, topic, scaleLimit(mailLimit)),
    createSharedLimiter(db, `${topic}-day`, scaleLimit({ points: outboxTopics[topic].dailyCap, duration: day })),
  ]
  const limitersOfMail = new Map(cappedTopics.map((topic) => [topic, mailLimiters(topic)]))
  const mayMail = async (topic: CappedTopic, address: string): Promise<boolean> => {
    // Mail servers rarely distinguish capitals in addresses.
    const key = keyOf(address.toLowerCase())
    for (const limiter of limitersOfMail.get(topic)!) if ((await limiter.count(key)) !== undefined) return false
    return true
  }
  return Object.assign(count, {
    mayMail,
    batched,
    local: (kind: keyof typeof localLimits, key: string) => consume(localLimiters[kind]!, key),
    reset: async (kind: Kind, key: string): Promise<void> => void (await limiters[kind]!.reset(keyOf(key))),
    uncount: async (kind: Kind, key: string): Promise<void> => void (await limiters[kind]!.uncount(keyOf(key))),
  })
}
