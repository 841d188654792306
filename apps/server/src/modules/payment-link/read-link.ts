import { type Kysely, sql } from 'kysely'
import { linkContentsOf, type PaymentLinkView, type StaffPaymentLink } from '@playhouse/api-client/contract'
import type { Database } from '#db'
import { type Actor, type BasketDeps, itemsOf, readBasket, readItems, seatsByPerformance, ticketsOf } from '#modules/basket'
import { checkPayment, findOpenAttempt, type PaymentDeps } from '#modules/payment'
import { isLinkOpen } from '@playhouse/domain/payment-link'
import { money } from '@playhouse/domain/money'
import { titleOf } from '@playhouse/domain/production-texts'
import { findLink, type PaymentLink, selectLinks } from './link-row.ts'
import { readReservationLink } from './pay-reservation.ts'

/** Days after which an ended link leaves the list of staff, and the most links of the list. */
const [listedDays, maxListed] = [7, 200]

/**
 * Reads what the holder of a link may see: the contents, and nothing of the customer. An open payment is read from the provider, so that
 * a lost callback does not keep the holder waiting.
 * @param isAsking false to read the stored state only
 * @returns undefined for an unknown token
 */
export async function readPaymentLink(
  deps: PaymentDeps,
  token: string,
  actor: Actor,
  isAsking: boolean,
): Promise<PaymentLinkView | undefined> {
  const found = await findLink(deps.db, { token })
  const attempt = found?.state === 'paying' ? await findOpenAttempt(deps.db, found.basket) : undefined
  if (found && attempt) await checkPayment(deps, found.customer, attempt.id, actor, { isAsking })
  const link = attempt ? await findLink(deps.db, { token }) : found
  if (!link) return readReservationLink(deps, token, actor, isAsking)
  const ended = { state: link.state, until: link.until.toISOString(), order: link.order, contents: null }
  if (!isLinkOpen(link.state)) return ended
  return { ...ended, contents: linkContentsOf(await readBasket(deps, link.basket)) }
}

type ListedLink = PaymentLink & {
  readonly name: string
  readonly email: string
  readonly by: string
  readonly performance: string | null
  readonly tickets: number
  readonly items: number
}

/** Lists the links that can be paid, the next to end first, and those that ended lately. */
export async function listPaymentLinks(deps: BasketDeps): Promise<StaffPaymentLink[]> {
  const links = await selectListed(deps.db)
  return Promise.all(
    links.map(async ({ id, state, until, createdAt, amount, order, customer, name, email, by, performance, tickets, items }) => {
      const details = performance === null ? undefined : await deps.catalogue.performanceDetails(performance)
      return {
        ...{ id, state, by, order, tickets, items },
        customer: { id: customer, name, email },
        amount: money(amount),
        createdAt: createdAt.toISOString(),
        until: until.toISOString(),
        performance: details
          ? { title: details.production.title, startsAt: new Date(details.startsAt).toISOString(), timeZone: details.timeZone }
          : null,
      }
    }),
  )
}

async function selectListed(db: Kysely<Database>): Promise<readonly ListedLink[]> {
  const { rows } = await sql<ListedLink>`
    with link as (${selectLinks} where l.created_at > now() - make_interval(days => ${listedDays}) or (l.cancelled_at is null and l.expired_at is null))
    select link.*, trim(c.first_name || ' ' || c.last_name) as name, c.email, s.name as by,
      (select t.performance_id from basket_ticket t where t.basket_id = link.basket order by t.added_at, t.seat limit 1) as performance,
      (select count(*)::int from basket_ticket t where t.basket_id = link.basket) as tickets,
      (select coalesce(sum(i.quantity), 0)::int from basket_item i where i.basket_id = link.basket) as items
    from link join customer c on c.id = link.customer join staff s on s.id = link.staff
    where link.state in ('open', 'paying') or link."createdAt" > now() - make_interval(days => ${listedDays})
    order by link.state in ('open', 'paying') desc, case when link.state in ('open', 'paying') then link.until end, link.until desc
    limit ${maxListed}`.execute(db)
  return rows
}

/** Reads the data of the mails about a link. @returns undefined for an unknown link */
export async function readLinkMail(deps: BasketDeps, key: Parameters<typeof findLink>[1]) {
  const link = await findLink(deps.db, key)
  if (!link) return undefined
  const { tickets, items, totals } = await readBasket(deps, link.basket)
  const performances = [...Map.groupBy(tickets, ({ instance }) => instance).values()].map((ofPerformance) => ({
    ...ofPerformance[0]!,
    count: ofPerformance.length,
  }))
  const { customer, state, until } = link
  return { customer, state, until: until.toISOString(), performances, items, amount: totals.leftToPay }
}

/** Reads the data of the letter about a cancelled link, whose basket is closed. @returns undefined for an unknown link */
export async function readCancelledLink(deps: BasketDeps, id: string) {
  const link = await findLink(deps.db, { id })
  if (!link) return undefined
  const sets = seatsByPerformance(await ticketsOf(deps.db, link.basket))
  const performances = await Promise.all(
    sets.map(async ({ performance, seats }) => {
      const { production, startsAt, timeZone, hall, planVersion } = (await deps.catalogue.performanceDetails(performance))!
      const { plan } = (await deps.catalogue.hall(hall, planVersion))!
      return { ...titleOf(production), startsAt: new Date(startsAt).toISOString(), timeZone, hallName: plan.name, count: seats.length }
    }),
  )
  const tickets = sets.reduce((count, { seats }) => count + seats.length, 0)
  const items = readItems(deps.brand, await itemsOf(deps.db, link.basket), tickets)
  const { customer, state, amount } = link
  return { customer, state, performances, items, amount: money(amount) }
}
