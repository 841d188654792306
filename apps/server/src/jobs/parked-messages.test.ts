import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { newId, publish, transact } from '#db'
import { readViolations } from '#modules/invariant'
import { openTestTheatre, type TestTheatre } from '#testing'
import { discardMessage, listParked, type OutboxDeps, retryMessage, runOutbox } from './index.ts'
import { noHandlers } from './no-handlers.fixture.ts'
import { maxTries } from './outbox.ts'

const operator = { name: 'operator' }

/** Publishes `good` refunds, and one for each poisoned one in the middle of them; handlers fail for the latter. */
async function outboxWith(theatre: TestTheatre, { good, poisoned }: { readonly good: number; readonly poisoned: readonly Error[] }) {
  const errors = new Map(poisoned.map((error) => [newId(), error]))
  const ids = Array.from({ length: good }, () => newId())
  ids.splice(good / 2, 0, ...errors.keys())
  for (const refund of ids) await transact(theatre.db, (trx) => publish(trx, 'payment.refund', refund, { refund }))
  const handled: string[] = []
  const failures: unknown[] = []
  const outbox: OutboxDeps = {
    db: theatre.db,
    handlers: {
      ...noHandlers,
      'payment.refund': async ({ refund }) => {
        const error = errors.get(String(refund))
        if (error) throw error
        handled.push(String(refund))
      },
    },
    onFailure: (_topic, error) => failures.push(error),
    onDrop: () => {},
    isPermanent: () => false,
  }
  const poison = [...errors.keys()]
  const rows = async () => {
    const messages = await theatre.db.selectFrom('outbox').selectAll().where('key', 'in', poison).execute()
    return poison.map((key) => messages.find((row) => row.key === key))
  }
  /** Ends the retry pause. */
  const endPause = () => sql`update outbox set available_at = now() where done_at is null`.execute(theatre.db)
  return { outbox, made: handled, failures, poison, rows, endPause }
}

it.each([0, 30, 79, 1_022, 2_000])('makes 20 refunds in one run although a poisoned one among them has failed %i times', async (tries) => {
  await using theatre = await openTestTheatre()
  const { outbox, made: handledMessages, poison, rows } = await outboxWith(theatre, { good: 20, poisoned: [new Error('refused')] })
  await sql`update outbox set tries = ${tries} where key = ${poison[0]}`.execute(theatre.db)
  await runOutbox(outbox, 'rest')
  expect(handledMessages).toHaveLength(20)
  const [row] = await rows()
  expect(row!.done_at).toBeNull()
  if (tries + 1 < maxTries) {
    expect(row!.parked_at).toBeNull()
    expect(row!.available_at.getTime()).toBeLessThan(Date.now() + 3_700_000)
  } else expect(row!.parked_at).not.toBeNull()
})

it('continues where a failure cannot be stored, and stores an error with characters that PostgreSQL does not take', async () => {
  await using theatre = await openTestTheatre()
  const {
    outbox,
    made: handledMessages,
    failures,
    poison,
    rows,
  } = await outboxWith(theatre, {
    good: 20,
    poisoned: [new Error('a NUL \0 and half a pair \ud800'), new Error('unwritable')],
  })
  await sql`create function refuse_note() returns trigger language plpgsql as $$ begin raise exception 'no note'; end $$`.execute(
    theatre.database.owner,
  )
  await sql`create trigger refuse_note before update on outbox for each row
    when (new.last_error like '%unwritable%') execute function refuse_note()`.execute(theatre.database.owner)
  await runOutbox(outbox, 'rest')
  expect(handledMessages).toHaveLength(20)
  const [first, second] = await rows()
  expect(first).toMatchObject({ key: poison[0], last_error: 'Error: a NUL  and half a pair \ufffd' })
  expect(second).toMatchObject({ key: poison[1], last_error: null, done_at: null })
  expect(failures.map(String)).toEqual(['Error: a NUL \0 and half a pair \ud800', 'Error: unwritable', expect.stringContaining('no note')])
})

it('parks a message after its last try; it is seen, retried and made', async () => {
  await using theatre = await openTestTheatre()
  const { outbox, made: handledMessages, rows, poison, endPause } = await outboxWith(theatre, { good: 0, poisoned: [new Error('refused')] })
  await sql`update outbox set tries = ${maxTries - 2}`.execute(theatre.db)
  await runOutbox(outbox, 'rest')
  expect(await listParked(theatre.db)).toEqual([])
  await endPause()
  await runOutbox(outbox, 'rest')
  const [parked] = await listParked(theatre.db)
  expect(parked).toMatchObject({ topic: 'payment.refund', key: poison[0], tries: maxTries, last_error: 'Error: refused' })
  await sql`update outbox set created_at = now() - interval '3 days'`.execute(theatre.db)
  expect(await readViolations(theatre.db)).toEqual([{ name: 'invariant_outbox_parked', row: expect.objectContaining({ id: parked!.id }) }])
  await endPause()
  expect(await runOutbox(outbox, 'rest'), 'a parked message is not taken').toBe(0)

  expect(await retryMessage(theatre.db, parked!.id, operator)).toBe(true)
  expect(await retryMessage(theatre.db, parked!.id, operator), 'it is not parked any more').toBe(false)
  const handlers = {
    ...outbox.handlers,
    'payment.refund': async ({ refund }: { refund?: string | undefined }) => void handledMessages.push(refund!),
  }
  expect(await runOutbox({ ...outbox, handlers }, 'rest')).toBe(1)
  expect(handledMessages).toEqual(poison)
  expect((await rows())[0]).toMatchObject({ done_at: expect.any(Date), parked_at: null, last_error: null })
  const trail = await theatre.db.selectFrom('audit').select(['actor', 'verb', 'to_state']).where('subject', '=', 'outbox').execute()
  expect(trail).toEqual([{ actor: 'operator', verb: 'retry', to_state: 'waiting' }])
})

it('parks a message whose handler ended the process each time, without running it again', async () => {
  await using theatre = await openTestTheatre()
  const { outbox, failures } = await outboxWith(theatre, { good: 0, poisoned: [new Error('never thrown')] })
  await sql`update outbox set tries = ${maxTries}`.execute(theatre.db)
  await runOutbox(outbox, 'rest')
  expect(failures).toEqual([])
  expect(await listParked(theatre.db)).toHaveLength(1)
})

it('discards a parked mail, and keeps the message of a refund that may still be owed', async () => {
  await using theatre = await openTestTheatre()
  await transact(theatre.db, (trx) => publish(trx, 'payment.refund', 'a refund', { refund: newId() }))
  await transact(theatre.db, (trx) => publish(trx, 'mail.welcome', 'a mail', { customer: newId() }))
  await sql`update outbox set parked_at = now()`.execute(theatre.db)
  const [refund, mail] = await listParked(theatre.db)
  expect(await discardMessage(theatre.db, refund!.id, operator)).toBe('owed')
  expect(await discardMessage(theatre.db, mail!.id, operator)).toBe('discarded')
  expect(await discardMessage(theatre.db, mail!.id, operator)).toBe('missing')
  expect((await listParked(theatre.db)).map(({ id }) => id)).toEqual([refund!.id])
  const trail = await theatre.db.selectFrom('audit').select(['actor', 'verb', 'subject_id']).where('subject', '=', 'outbox').execute()
  expect(trail).toEqual([{ actor: 'operator', verb: 'discard', subject_id: mail!.id }])
})

it('keeps the message of a payment without an attempt until its refund is made', async () => {
  await using theatre = await openTestTheatre()
  const session = 's-unmatched'
  const unmatched = {
    provider: 'hand',
    session_id: session,
    amount: 90_00,
    currency: 'GBP',
    reason: 'unknown-attempt',
    state: 'refund-due',
  } as const
  await theatre.db.insertInto('unmatched_payment').values(unmatched).execute()
  await transact(theatre.db, (trx) => publish(trx, 'payment.refund-unmatched', session, { provider: 'hand', session }))
  await sql`update outbox set parked_at = now()`.execute(theatre.db)
  const [parked] = await listParked(theatre.db)
  expect(await discardMessage(theatre.db, parked!.id, operator)).toBe('owed')
  expect(await listParked(theatre.db)).toHaveLength(1)
  await theatre.db.updateTable('unmatched_payment').set({ state: 'refunded' }).execute()
  expect(await discardMessage(theatre.db, parked!.id, operator)).toBe('discarded')
})
