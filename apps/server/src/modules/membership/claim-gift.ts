import { type Kysely, sql, type Transaction } from 'kysely'
import { type Actor, auditCustomer, type Database, publish, transact } from '#db'
import type { GiftMembership } from '@playhouse/api-client/contract'
import type { Brand } from '@playhouse/domain/brand'
import { stateOfGift } from '@playhouse/domain/gift-membership'
import type { GiftMembershipDetail } from '@playhouse/domain/stored-detail'
import { type AgeProblem, findAgeProblem } from '@playhouse/domain/membership'
import type { OrderState } from '@playhouse/domain/order'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { giftTokenHash } from './issue-gifts.ts'
import { addTerm, findLatestTerm, lockMember, readTerms } from './terms.ts'

type Claim = { readonly name: string; readonly startsOn: string; readonly expiresOn: string }
type GiftRow = {
  readonly id: string
  readonly detail: GiftMembershipDetail
  readonly amount: number
  readonly claimUntil: string
  readonly isClaimed: boolean
  readonly isReturned: boolean
  readonly orderState: OrderState
  /** In the theatre's time zone, as `claimUntil`. */
  readonly today: string
  /** The term that it began, and whose it is. */
  readonly member: string | null
  readonly startsOn: string | null
  readonly expiresOn: string | null
}

const selectGift = (token: string) => sql<GiftRow>`
  select g.id, i.detail, i.amount, g.claim_until::text as "claimUntil", g.claimed_at is not null as "isClaimed",
    i.returned_at is not null as "isReturned", o.state as "orderState", (now() at time zone (i.detail ->> 'timeZone'))::date::text as today,
    m.customer_id as member, m.starts_on::text as "startsOn", m.expires_on::text as "expiresOn"
  from gift_membership g join order_item i on i.id = g.order_item_id join customer_order o on o.id = i.order_id
    left join membership m on m.id = g.term_id
  where g.token_hash = ${giftTokenHash(token)}`

/** Reads the gift membership of a link. @returns undefined for an unknown link, such as one that was replaced */
export async function readGift(db: Kysely<Database>, token: string): Promise<GiftMembership | undefined> {
  const { rows } = await selectGift(token).execute(db)
  const [gift] = rows
  if (!gift) return undefined
  const { level: membership, name, months, to, from, message } = gift.detail
  return { membership, name, months, to, from, message, state: stateOfGift(gift, gift.today), claimUntil: gift.claimUntil }
}

/**
 * Begins the term of a gift membership for the customer who has its link: today, or on the day after the term of the same membership
 * that they have. Repeating the call changes nothing.
 * @returns `page-not-found` for a link that is unknown, has expired or was used by another customer
 */
export function claimGift(
  { db, brand }: { readonly db: Kysely<Database>; readonly brand: Brand },
  token: string,
  customer: string,
  actor: Actor,
): Promise<Result<Claim, Problem<'page-not-found'> | AgeProblem>> {
  return transact(db, async (trx): Promise<Result<Claim, Problem<'page-not-found'> | AgeProblem>> => {
    await lockMember(trx, customer)
    const gift = await lockGift(trx, token)
    if (!gift) return fail(problem('page-not-found'))
    const { detail, amount, startsOn, expiresOn } = gift
    if (gift.member === customer && startsOn !== null && expiresOn !== null) return ok({ name: detail.name, startsOn, expiresOn })
    if (stateOfGift(gift, gift.today) !== 'claimable') return fail(problem('page-not-found'))
    const { level: membership, months, timeZone } = detail
    const { terms, today } = await readTerms(trx, customer, timeZone)
    const level = brand.memberships.find(({ id }) => id === membership)
    const { birth_date: birthDate } = await readBirthDate(trx, customer)
    const ageProblem = level && findAgeProblem(level, birthDate, today)
    if (ageProblem) return fail(ageProblem)
    const latest = findLatestTerm(terms, membership, today)
    const continues = latest && !latest.isRenewed ? latest.id : null
    const term = await addTerm(trx, { customer, order: null, membership, months, value: amount, terms, today, continues })
    await sql`update gift_membership set claimed_at = now(), term_id = ${term.id} where id = ${gift.id}`.execute(trx)
    await auditCustomer(trx, customer, actor, { verb: 'claim-membership', detail: { membership, gift: gift.id } })
    await publish(trx, 'mail.membership-claimed', gift.id, { gift: gift.id })
    return ok({ name: detail.name, startsOn: term.startsOn, expiresOn: term.expiresOn })
  })
}

/** Locks a gift, and reads it afterwards: a concurrent claim or return is visible then. */
async function lockGift(trx: Transaction<Database>, token: string): Promise<GiftRow | undefined> {
  await sql`select 1 from gift_membership where token_hash = ${giftTokenHash(token)} for update`.execute(trx)
  const { rows } = await selectGift(token).execute(trx)
  return rows[0]
}

async function readBirthDate(trx: Transaction<Database>, customer: string): Promise<{ readonly birth_date: string | null }> {
  const { rows } = await sql<{ birth_date: string | null }>`select birth_date::text from customer where id = ${customer}`.execute(trx)
  return rows[0]!
}
