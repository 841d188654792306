import { sql, type Transaction } from 'kysely'
import { type Actor, auditBy, type Database, newId, publish, transact } from '#db'
import type { BasketDeps } from '#modules/basket'
import { reservedTickets } from '#modules/reservation'
import { type GroupInvoice, type InvoicedTicket, invoiceLines, invoiceNumber, invoiceTotals } from '@playhouse/domain/group-invoice'
import { money } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { plainOf } from '@playhouse/domain/time'
import { readGroupBooking } from './list-bookings.ts'
import { accountOfBooking, lockBooking } from './lock-booking.ts'

type Refusal = Problem<'order-not-found' | 'reserved-order-locked'>
type InvoiceDeps = Pick<BasketDeps, 'db' | 'catalogue' | 'brand'>

/**
 * Issues the invoice of a group booking whose seats are reserved. While it has one that is not cancelled, that one stays its invoice.
 * @param isMailed whether its contact gets it by mail, also one that was issued before
 */
export async function issueGroupInvoice(
  { db, catalogue, brand }: InvoiceDeps,
  number: string,
  { isMailed }: { readonly isMailed: boolean },
  actor: Actor,
): Promise<Result<undefined, Refusal>> {
  // Names of price types are read before, because the catalogue uses another connection.
  const booking = await readGroupBooking({ db, catalogue }, number)
  if (!booking) return fail(problem('order-not-found'))
  const { name: group, contact, performance } = booking
  const priceList = (await catalogue.performanceDetails(performance.instance))?.priceList
  const priceTypes = priceList === undefined ? [] : (await catalogue.priceTable(priceList)).list.priceTypes
  return transact(db, async (trx): Promise<Result<undefined, Refusal>> => {
    const account = await accountOfBooking(trx, number)
    if (account === undefined) return fail(problem('order-not-found'))
    const { id, reservation, isOver, now, paid, deposit, depositDue, balanceDue } = await lockBooking(trx, account)
    if (reservation !== 'reserved' || isOver) return fail(problem('reserved-order-locked'))
    const open = await findOpenInvoice(trx, id)
    if (open) {
      if (isMailed) await mailDocument(trx, open.id)
      return ok(undefined)
    }
    const tickets = (await reservedTickets(trx, id)).map(({ price_type, price, fee }): InvoicedTicket => {
      const type = priceTypes.find((each) => each.id === price_type)
      return {
        priceTypeName: type?.name ?? price_type,
        price: money(price),
        fee: money(fee),
        vatBasisPoints: type?.vatBasisPoints,
        levy: type?.levy,
      }
    })
    const content = {
      ...{ booking: number, group, contact: contact.name, deposit: money(deposit), depositDue, balanceDue },
      performance: { title: performance.title, startsAt: performance.startsAt, timeZone: performance.timeZone },
      lines: invoiceLines(tickets),
      totals: invoiceTotals(tickets, money(paid), brand.vatBasisPoints),
    }
    const issued = await writeDocument(trx, brand, { reservation: id, now, content, cancels: null }, actor)
    if (isMailed) await mailDocument(trx, issued)
    return ok(undefined)
  })
}

/** Mails a document to the contact of its booking, and remembers that. */
async function mailDocument(trx: Transaction<Database>, invoice: string): Promise<void> {
  await trx
    .insertInto('mailed_group_invoice')
    .values({ invoice_id: invoice })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await publish(trx, 'mail.group-invoice', newId(), { invoice })
}

/** Cancels the invoice of a group booking with a credit note, so that another one can be issued. */
export async function cancelGroupInvoice({ db, brand }: InvoiceDeps, number: string, actor: Actor): Promise<Result<undefined, Refusal>> {
  return transact(db, async (trx): Promise<Result<undefined, Refusal>> => {
    const account = await accountOfBooking(trx, number)
    if (account === undefined) return fail(problem('order-not-found'))
    const { id, now } = await lockBooking(trx, account)
    return (await writeCreditNote(trx, brand, { reservation: id, now }, actor)) ? ok(undefined) : fail(problem('reserved-order-locked'))
  })
}

/**
 * Issues the credit note of the invoice of a booking, which the caller has locked. It is mailed if the invoice was.
 * @returns false where no invoice is to be cancelled
 */
export async function writeCreditNote(
  trx: Transaction<Database>,
  brand: BasketDeps['brand'],
  { reservation, now }: { readonly reservation: string; readonly now: Date },
  actor: Actor,
): Promise<boolean> {
  const open = await findOpenInvoice(trx, reservation)
  if (!open) return false
  const { number: _number, kind: _kind, cancels: _cancels, issuedAt: _issuedAt, ...content } = open.content
  const note = await writeDocument(trx, brand, { reservation, now, content, cancels: open }, actor)
  if (open.isMailed) await mailDocument(trx, note)
  return true
}

/** Reads a document of a booking by their numbers. */
export async function readGroupInvoice(
  { db }: Pick<InvoiceDeps, 'db'>,
  booking: string,
  number: string,
): Promise<GroupInvoice | undefined> {
  const row = await db
    .selectFrom('group_invoice')
    .innerJoin('reservation', 'reservation.id', 'group_invoice.reservation_id')
    .select('group_invoice.content')
    .where('reservation.number', '=', booking)
    .where('group_invoice.number', '=', number)
    .executeTakeFirst()
  return row?.content
}

/** Reads a document by its id, with the customer who is the contact. */
export async function readInvoiceMail(
  { db }: Pick<InvoiceDeps, 'db'>,
  id: string,
): Promise<{ readonly customer: string; readonly invoice: GroupInvoice }> {
  const row = await db
    .selectFrom('group_invoice')
    .innerJoin('reservation', 'reservation.id', 'group_invoice.reservation_id')
    .select(['group_invoice.content', 'reservation.customer_id'])
    .where('group_invoice.id', '=', id)
    .executeTakeFirstOrThrow()
  return { customer: row.customer_id, invoice: row.content }
}

type OpenInvoice = { readonly id: string; readonly content: GroupInvoice; readonly isMailed: boolean }

async function findOpenInvoice(trx: Transaction<Database>, reservation: string): Promise<OpenInvoice | undefined> {
  const { rows } = await sql<OpenInvoice>`
    select i.id, i.content, exists (select from mailed_group_invoice m where m.invoice_id = i.id) as "isMailed"
    from group_invoice i where i.reservation_id = ${reservation}::uuid and i.kind = 'invoice'
      and not exists (select from group_invoice c where c.cancels = i.id)`.execute(trx)
  return rows[0]
}

type Document = {
  readonly reservation: string
  readonly now: Date
  readonly content: Omit<GroupInvoice, 'number' | 'kind' | 'cancels' | 'issuedAt'>
  /** The invoice that it cancels; null for an invoice. */
  readonly cancels: OpenInvoice | null
}

/** Writes a document with the next number of its series, whose row stays locked until the transaction commits. @returns its id */
async function writeDocument(
  trx: Transaction<Database>,
  { timeZone }: Pick<BasketDeps['brand'], 'timeZone'>,
  { reservation, now, content, cancels }: Document,
  actor: Actor,
): Promise<string> {
  const series = plainOf(Temporal.Instant.fromEpochMilliseconds(now.getTime()), timeZone).slice(0, 4)
  const { rows } = await sql<{ last: number }>`
    insert into invoice_series (series, last) values (${series}, 1)
    on conflict (series) do update set last = invoice_series.last + 1 returning last`.execute(trx)
  const [id, position, kind] = [newId(), rows[0]!.last, cancels ? ('credit-note' as const) : ('invoice' as const)]
  const number = invoiceNumber(series, position)
  const document: GroupInvoice = { ...content, number, kind, cancels: cancels?.content.number ?? null, issuedAt: now.toISOString() }
  await trx
    .insertInto('group_invoice')
    .values({
      ...{ id, series, position, number, reservation_id: reservation, kind, cancels: cancels?.id ?? null, issued_at: now },
      content: JSON.stringify(document),
    })
    .execute()
  await auditBy(trx, actor, { subject: 'reservation', subjectId: reservation, verb: 'issue-group-invoice', detail: { number, kind } })
  return id
}
