import type { Kysely, Transaction } from 'kysely'
import { type Actor, type Database, transact } from '#db'
import { readToday } from '#modules/membership'
import { chargeOffSession, type OffSessionCharge, type OffSessionOutcome, type PaymentDeps, readOffSessionCharge } from '#modules/payment'
import type { Locale } from '@playhouse/domain/brand'
import { type Currency, money } from '@playhouse/domain/money'
import type { Problem } from '@playhouse/domain/problem'
import { type ChargeMeans, nextTryDay } from '@playhouse/domain/recurring-charge'
import type { Result } from '@playhouse/domain/result'

/** A recurring charge, such as the renewal of a term or the gift of a month, with the consent that it is made by. Days are ISO dates. */
export type RecurringCharge = {
  readonly id: string
  readonly state: string
  readonly amount: number
  readonly charge_on: string
  /** The number of charges: part of their idempotency keys. */
  readonly tries: number
  readonly failures: number
  readonly customer_id: string
  readonly currency: Currency
  readonly locale: Locale
  readonly mandate_id: string | null
  readonly has_consent: boolean
}

/** A step of the state machine of a kind. */
export type RecurringStep = 'charge' | 'settle' | 'wait' | 'fail' | 'cancel'

/** What distinguishes one kind of recurring charge. Each effect runs in the transaction of its move, with the lock of `lock`. */
export type RecurringKind<Row extends RecurringCharge> = {
  readonly purpose: OffSessionCharge['purpose']
  /** Claims due charges for some minutes, so that several processes share them. */
  readonly lease: (db: Kysely<Database>, lease: { readonly minutes: number; readonly limit: number }) => Promise<RecurringRef[]>
  /** Locks what is charged for. */
  readonly lock: (trx: Transaction<Database>, ref: RecurringRef) => Promise<void>
  /** Reads a charge and locks its row. */
  readonly read: (trx: Transaction<Database>, id: string) => Promise<Row>
  /** The idempotency key of the current try. Another try follows only after a failure. */
  readonly keyOf: (row: Row) => string
  readonly itemsOf: (row: Row) => OffSessionCharge['items']
  /** Whether what is charged for has ended, or was paid for in another way. */
  readonly isOver: (trx: Transaction<Database>, row: Row) => Promise<boolean>
  /** Whether nothing is charged now, and the charge is looked at again later. */
  readonly isDeferred: (trx: Transaction<Database>, row: Row) => Promise<boolean>
  /** Moves a charge along its state machine. */
  readonly move: (trx: Transaction<Database>, row: Row, step: RecurringStep, actor: Actor) => Promise<void>
  /** Sets the number of the try that is being made. */
  readonly setTries: (trx: Transaction<Database>, id: string, tries: number) => Promise<void>
  readonly settled?: (trx: Transaction<Database>, row: Row) => Promise<void>
  readonly processing?: (trx: Transaction<Database>, row: Row, today: string) => Promise<void>
  /** The bank wants the customer to confirm: sends the link, once for each try. */
  readonly sendLink: (trx: Transaction<Database>, row: Row, today: string) => Promise<void>
  /** A try has failed, and the next one follows on a day. */
  readonly retried: (trx: Transaction<Database>, row: Row, next: { readonly day: string; readonly failures: number }) => Promise<void>
  /** The last try has failed. */
  readonly failed: (trx: Transaction<Database>, row: Row, actor: Actor) => Promise<void>
  /** The charge can't be sold at the terms of the consent: cancels it, or leaves it for another look. */
  readonly refused: (trx: Transaction<Database>, row: Row, problem: Problem, today: string, actor: Actor) => Promise<void>
}
/** A recurring charge and its customer. */
export type RecurringRef = { readonly id: string; readonly customer: string }

const batchSize = 50
/** Minutes until a charge without an outcome is read again, and until a deferred one is tried. */
const pollMinutes = 10

/** What pays for a charge. */
const meansOf = ({ mandate_id }: Pick<RecurringCharge, 'mandate_id'>): ChargeMeans => (mandate_id === null ? 'card' : 'direct-debit')

/**
 * Charges what is due of a kind, and applies the outcomes of charges that were made. A process may be killed at any point: the next
 * run repeats the call with the same key, which charges nothing twice. Safe to run in several processes.
 * @returns the failures
 */
export async function chargeDue<Row extends RecurringCharge>(
  deps: PaymentDeps,
  kind: RecurringKind<Row>,
  actor: Actor,
): Promise<unknown[]> {
  const refs = await kind.lease(deps.db, { minutes: pollMinutes, limit: batchSize })
  const failures: unknown[] = []
  for (const ref of refs) await chargeOne(deps, kind, ref, actor).catch((error: unknown) => failures.push(error))
  return failures
}

async function chargeOne<Row extends RecurringCharge>(
  deps: PaymentDeps,
  kind: RecurringKind<Row>,
  ref: RecurringRef,
  actor: Actor,
): Promise<void> {
  const row = await transact(deps.db, (trx) => startTry(trx, kind, ref, actor))
  if (!row) return
  const { mandate_id: mandate, amount, currency, locale } = row
  const outcome = await chargeOffSession(
    deps,
    {
      ...{ key: kind.keyOf(row), purpose: kind.purpose, customer: ref.customer, currency, locale },
      ...(mandate !== null && { mandate }),
      amount: money(amount),
      items: kind.itemsOf(row),
    },
    actor,
  )
  await transact(deps.db, (trx) => applyOutcome(trx, deps, kind, ref, row, outcome, actor))
}

/** Starts a try, or continues one whose outcome is not known. @returns undefined where nothing is charged (now) */
async function startTry<Row extends RecurringCharge>(
  trx: Transaction<Database>,
  kind: RecurringKind<Row>,
  ref: RecurringRef,
  actor: Actor,
): Promise<Row | undefined> {
  await kind.lock(trx, ref)
  const row = await kind.read(trx, ref.id)
  const isStarted = row.state === 'charging'
  // A charge that was sent is settled; a try that was interrupted before it is decided again.
  if (isStarted && (await readOffSessionCharge(trx, kind.keyOf(row)))) return row
  if (!isStarted && row.state !== 'announced' && row.state !== 'waiting') return undefined
  if (!row.has_consent || (await kind.isOver(trx, row))) {
    await kind.move(trx, row, 'cancel', actor)
    return undefined
  }
  if (await kind.isDeferred(trx, row)) return undefined
  if (isStarted) return row
  await kind.move(trx, row, 'charge', actor)
  await kind.setTries(trx, ref.id, row.tries + 1)
  return kind.read(trx, ref.id)
}

/** Applies the outcome of a try, once: a repeated call finds another state or another try. */
async function applyOutcome<Row extends RecurringCharge>(
  trx: Transaction<Database>,
  { brand }: PaymentDeps,
  kind: RecurringKind<Row>,
  ref: RecurringRef,
  { tries }: Row,
  outcome: Result<OffSessionOutcome, Problem>,
  actor: Actor,
): Promise<void> {
  await kind.lock(trx, ref)
  const row = await kind.read(trx, ref.id)
  if (row.state !== 'charging' || row.tries !== tries) return
  const today = await readToday(trx, brand.timeZone)
  if (!outcome.ok) return kind.refused(trx, row, outcome.error, today, actor)
  switch (outcome.value.status) {
    case 'paid':
      await kind.move(trx, row, 'settle', actor)
      return kind.settled?.(trx, row)
    case 'processing':
      return kind.processing?.(trx, row, today)
    case 'authentication-required':
      return kind.sendLink(trx, row, today)
    case 'pending':
      return undefined
    case 'declined':
    case 'expired':
    case 'refunded':
    case 'no-card':
    case 'no-mandate':
      return applyFailure(trx, kind, row, today, actor)
  }
}

/** Another try on a later day, or the last failure. A consent that was withdrawn during the try ends without a letter. */
async function applyFailure<Row extends RecurringCharge>(
  trx: Transaction<Database>,
  kind: RecurringKind<Row>,
  row: Row,
  today: string,
  actor: Actor,
): Promise<void> {
  // Withdrawn, or paid for in another way: a payment that came too late is refunded.
  if (!row.has_consent || (await kind.isOver(trx, row))) return kind.move(trx, row, 'cancel', actor)
  const failures = row.failures + 1
  const day = nextTryDay(meansOf(row), row.charge_on, failures, today)
  if (day === undefined) {
    await kind.move(trx, row, 'fail', actor)
    return kind.failed(trx, row, actor)
  }
  await kind.move(trx, row, 'wait', actor)
  return kind.retried(trx, row, { day, failures })
}
