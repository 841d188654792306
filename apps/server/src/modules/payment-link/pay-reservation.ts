import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { linkContentsOf, type PaymentLinkView } from '@playhouse/api-client/contract'
import { type Database, transact } from '#db'
import { type Actor, expireBasket, lockBasket, openReservedBasket, previewReservedBasket, readBasket } from '#modules/basket'
import { checkPayment, findOpenAttempt, freezeBasket, openPayment, type PaymentDeps } from '#modules/payment'
import type { Brand, Locale } from '@playhouse/domain/brand'
import { isLinkOpen } from '@playhouse/domain/payment-link'
import { problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { linkTokenHash } from './link-row.ts'
import { findReservationLink, reservationLinkProblem, type ReservationLink } from './reservation-link.ts'

type Payer = { readonly locale: Locale; readonly actor: Actor }
type Contents = NonNullable<PaymentLinkView['contents']>

/** How the tickets of a winner who pays by a link are delivered: free of charge and without an address. Undefined where a brand has no such way. */
export const deliveryOfLink = ({ delivery }: Pick<Brand, 'delivery'>) =>
  delivery.find(({ method, fee }) => method === 'print-at-home' && fee === 0)

/** The contents of a link. Tickets of the same order have other ids in each basket: the checksum of the price is that of the totals. */
const withQuote = (contents: Contents): Contents => ({
  ...contents,
  quote: createHash('sha256').update(JSON.stringify(contents.totals)).digest('base64url'),
})

async function readContents(deps: PaymentDeps, { basket, reservation, lastPayment }: ReservationLink): Promise<Contents> {
  const read = await (basket === null ? previewReservedBasket(deps, reservation) : readBasket(deps, basket))
  return withQuote({ ...linkContentsOf(read), lastPayment })
}

/**
 * Reads what the holder of a link to a reserved order may see: its seats, and nothing of the customer.
 * @param isAsking false to read the stored state of a payment only
 * @returns undefined for an unknown token
 */
export async function readReservationLink(
  deps: PaymentDeps,
  token: string,
  actor: Actor,
  isAsking: boolean,
): Promise<PaymentLinkView | undefined> {
  const found = await findReservationLink(deps.db, token)
  const attempt = found?.state === 'paying' && found.basket !== null ? await findOpenAttempt(deps.db, found.basket) : undefined
  if (found && attempt) await checkPayment(deps, found.customer, attempt.id, actor, { isAsking })
  const link = attempt ? await findReservationLink(deps.db, token) : found
  if (!link) return undefined
  const { state, until, order } = link
  return { state, until: until.toISOString(), order, contents: isLinkOpen(state) ? await readContents(deps, link) : null }
}

/**
 * Starts the payment of a winner's reserved order by its link, for its customer; the payer needs no account. The order moves into a basket of the link
 * first. Idempotent: while a payment page is open, a second tab gets the same page.
 * @param quote the price that was shown
 */
export async function payReservation(deps: PaymentDeps, token: string, quote: string, { locale, actor }: Payer) {
  const link = await findReservationLink(deps.db, token)
  const rejection = reservationLinkProblem(link)
  if (!link || rejection) return fail(rejection ?? problem('page-not-found'))
  // Before the move, so that an outdated page takes the order from no account.
  if ((await readContents(deps, link)).quote !== quote) return fail(problem('price-changed'))
  const moved = await transact(deps.db, (trx) => moveToBasket(trx, deps, token, actor))
  if (!moved.ok) return moved
  const { basket, customer: customerId } = moved.value
  const read = await readBasket(deps, basket)
  if (withQuote(linkContentsOf(read)).quote !== quote) return fail(problem('price-changed'))
  const frozen = await freezeBasket(
    deps,
    {
      ...{ customer: customerId, basket, version: read.version, shownQuote: read.quote, locale, isWithoutCheckout: true },
      // It may have ended since it was read.
      check: async (trx) => reservationLinkProblem(await findReservationLink(trx, token)),
    },
    actor,
  )
  if (!frozen.ok) return frozen
  const customer = await deps.db.selectFrom('customer').selectAll().where('id', '=', customerId).executeTakeFirstOrThrow()
  return openPayment(deps, customer, frozen.value, actor)
}

type Moved = Result<{ readonly basket: string; readonly customer: string }, NonNullable<ReturnType<typeof reservationLinkProblem>>>

/** Moves the reserved order of a link into a basket, unless it is in the basket of the link. Two tabs get the same one. */
async function moveToBasket(trx: Transaction<Database>, deps: PaymentDeps, token: string, actor: Actor): Promise<Moved> {
  const link = await lockReservationLink(trx, token, actor)
  const rejection = reservationLinkProblem(link)
  if (!link || rejection) return fail(rejection ?? problem('page-not-found'))
  const { basket, customer, number, reservation } = link
  if (basket !== null) return ok({ basket, customer })
  const opened = await openReservedBasket(trx, deps, { customer, number, delivery: deliveryOfLink(deps.brand)!.method }, actor)
  if (!opened.ok) throw new Error(`reservation ${number} is ${link.state}: ${opened.error.code}`)
  await trx.updateTable('reservation_link').set({ basket_id: opened.value }).where('reservation_id', '=', reservation).execute()
  return ok({ basket: opened.value, customer })
}

/** Locks a link, its basket and its order, and reads them afterwards. Where the basket has lapsed, the order returns to its customer first. */
async function lockReservationLink(trx: Transaction<Database>, token: string, actor: Actor): Promise<ReservationLink | undefined> {
  await sql`select 1 from reservation_link where token_hash = ${linkTokenHash(token)} for update`.execute(trx)
  const found = await findReservationLink(trx, token)
  if (!found) return undefined
  const basket = found.basket === null ? undefined : await lockBasket(trx, found.basket)
  if (basket?.lapsedNow) await expireBasket(trx, basket, actor)
  await sql`select 1 from reservation where id = ${found.reservation} for update`.execute(trx)
  return findReservationLink(trx, token)
}

/** Whether a token is that of a link to a reserved order. */
export const isReservationToken = async (db: Kysely<Database>, token: string): Promise<boolean> =>
  (await db.selectFrom('reservation_link').select('reservation_id').where('token_hash', '=', linkTokenHash(token)).executeTakeFirst()) !==
  undefined
