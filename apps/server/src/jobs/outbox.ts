import { type Kysely, sql, type UpdateObject, type UpdateResult } from 'kysely'
import { type Database, isOutboxTopic, type Lane, type OutboxTopic, outboxTopics } from '#db'
import type { OutboxHandler, OutboxHandlers } from './context.ts'

export type OutboxDeps = {
  readonly db: Kysely<Database>
  readonly handlers: OutboxHandlers
  readonly onFailure: (topic: string, error: unknown) => void
  /** A message that is older than its topic allows was closed without processing it. */
  readonly onDrop: (topic: string, id: string) => void
  /** Whether a retry is of no use: the message is closed, with the error in `last_error`. */
  readonly isPermanent: (error: unknown) => boolean
}
type Message = {
  readonly id: string
  readonly topic: string
  readonly payload: Record<string, unknown>
  readonly tries: number
  /** By the database's clock. */
  readonly ageMinutes: number
}

const mailTopics = Object.entries(outboxTopics).flatMap(([topic, { lane }]) => (lane === 'mail' ? [topic] : []))

/** Tries before a message is parked. With a pause that doubles from 4 seconds to an hour they span about three days. */
export const maxTries = 80
/** Seconds a handler may take. Afterwards the message counts as failed, so that a handler that never settles blocks no lane. */
const maxSeconds = 300

/**
 * Processes the due messages of one lane in sequence, oldest first. Any number of calls may run at once, in any number of
 * processes. Each message is leased for `lease` seconds, so no transaction is open while a handler runs, and another process
 * takes over after a crash. The lease is renewed while the handler runs. A failed message is retried after growing delays,
 * and parked after {@link maxTries}.
 * @returns the number of attempted messages, `atMost` at most
 * @throws if no message can be leased, because the database is unavailable
 */
export async function runOutbox(
  deps: OutboxDeps,
  lane: Lane,
  { atMost = 50, lease = 60 }: { readonly atMost?: number; readonly lease?: number } = {},
): Promise<number> {
  let triedMessages = 0
  while (triedMessages < atMost) {
    const message = await takeMessage(deps.db, lane, lease)
    if (!message) break
    triedMessages += 1
    // A message that cannot be marked stays leased, and is taken again when the lease ends. The others continue.
    await processMessage(deps, message, lease).catch((error: unknown) => deps.onFailure(message.topic, error))
  }
  return triedMessages
}

async function takeMessage(db: Kysely<Database>, lane: Lane, lease: number): Promise<Message | undefined> {
  const { rows } = await sql<Message>`
    update outbox set available_at = now() + make_interval(secs => ${lease}), tries = tries + 1
    where id = (select id from outbox
      where done_at is null and parked_at is null and available_at <= now() and (topic = any(${mailTopics})) = ${lane === 'mail'}
      order by available_at limit 1 for update skip locked)
    returning id, topic, payload, tries, extract(epoch from now() - created_at)::float8 / 60 as "ageMinutes"`.execute(db)
  return rows[0]
}

async function processMessage(deps: OutboxDeps, message: Message, lease: number): Promise<void> {
  const { db, onFailure, isPermanent } = deps
  const maxAge = isOutboxTopic(message.topic) ? outboxTopics[message.topic].maxAgeMinutes : null
  if (maxAge !== null && message.ageMinutes > maxAge) {
    deps.onDrop(message.topic, message.id)
    return void (await mark(db, message, { done_at: sql<Date>`now()`, last_error: `dropped: older than ${maxAge} minutes` }))
  }
  // Each of these tries ended the process, or the failure could not be written.
  if (message.tries > maxTries) return void (await mark(db, message, { parked_at: sql<Date>`now()` }))
  const renewing = setInterval(() => void renewLease(db, message, lease).catch(() => {}), (lease * 1000) / 3)
  try {
    await withDeadline(handle(deps.handlers, message))
  } catch (error) {
    onFailure(message.topic, error)
    const last_error = storableText(error)
    await mark(db, message, isPermanent(error) ? { last_error, done_at: sql<Date>`now()` } : { last_error, ...retryLater })
    return
  } finally {
    clearInterval(renewing)
  }
  await mark(db, message, { done_at: sql<Date>`now()`, last_error: null })
}

/** @throws where a newer version published the message, and this one has no handler for it. */
async function handle(handlers: OutboxHandlers, { topic, payload, id }: Message): Promise<unknown> {
  if (!isOutboxTopic(topic)) throw new Error(`no handler for outbox topic ${topic}`)
  // A row's payload is what `publish` wrote for its topic; the types of both come from `outboxTopics`.
  const handler = handlers[topic] as OutboxHandler<OutboxTopic>
  return handler(payload as Parameters<typeof handler>[0], id)
}

/** An hour at most. The exponent is capped: `power` overflows long before `least` could cap its result. */
const retryLater = {
  available_at: sql<Date>`now() + make_interval(secs => least(3600, power(2, least(tries, 11)) * 2))`,
  parked_at: sql<Date | null>`case when tries >= ${maxTries} then now() end`,
}

/** The text of an error that PostgreSQL can store: no NUL, no lone surrogate, at most 500 characters. */
const storableText = (error: unknown): string => String(error).replaceAll('\0', '').slice(0, 500).toWellFormed()

async function withDeadline(work: Promise<unknown>): Promise<void> {
  const deadline = Promise.withResolvers<never>()
  const timer = setTimeout(() => deadline.reject(new Error(`outbox handler timed out after ${maxSeconds} s`)), maxSeconds * 1000)
  await Promise.race([work, deadline.promise]).finally(() => clearTimeout(timer))
}

const renewLease = (db: Kysely<Database>, message: Message, lease: number): Promise<UpdateResult> =>
  mark(db, message, { available_at: sql<Date>`now() + make_interval(secs => ${lease})` })

/** Updates the message, unless another process has taken it since or an operator has decided about it. */
const mark = (db: Kysely<Database>, { id, tries }: Message, change: UpdateObject<Database, 'outbox'>): Promise<UpdateResult> =>
  db
    .updateTable('outbox')
    .set(change)
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('done_at', 'is', null)
    .where('parked_at', 'is', null)
    .executeTakeFirst()
