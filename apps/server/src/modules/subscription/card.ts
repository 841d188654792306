import { hash, randomInt } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Actor, auditBy, auditCustomer, type Database, newId, transact } from '#db'
import type { TicketSubscription } from '@playhouse/api-client/contract'
import { lastDayOf } from '@playhouse/domain/flex-subscription'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { subscriptionCardOf } from '@playhouse/domain/subscription-card'
import { today } from '#modules/ledger'
import { isCardInEffect } from './card-batches.ts'
import { readFlexDefinition } from './definitions.ts'
import { listSubscriptions } from './subscription.ts'

/** Letters and digits that are not confused when read out on the telephone. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A number of 80 bits: it can't be guessed, even from its digest, which is fast to compute. */
const newCardNumber = (): string => Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('')

const digestOf = (number: string): string => hash('sha256', `subscription card ${number}`, 'base64url')

type Batch = { readonly id: string; readonly staff: string | null; readonly hasEffect: boolean }

/**
 * Inserts a batch of cards of a flexible subscription. The vouchers are valid from today on, whenever a card is linked.
 * @param cards how many, or known numbers
 * @returns the numbers, which the database does not store; undefined for an unknown subscription
 */
export async function insertCards(
  trx: Transaction<Database>,
  flex: string,
  cards: number | readonly string[],
  { id, staff, hasEffect }: Batch,
): Promise<readonly string[] | undefined> {
  const definition = await readFlexDefinition(trx, flex)
  if (!definition) return undefined
  const numbers = typeof cards === 'number' ? Array.from({ length: cards }, newCardNumber) : cards
  const { rows } = await sql<{ day: string }>`select ${today}::text as day`.execute(trx)
  const { day } = rows[0]!
  await trx
    .insertInto('subscription_card_batch')
    .values({ id, flex_id: flex, action: 'issue', cards: numbers.length, has_effect: hasEffect, staff_id: staff })
    .execute()
  await sql`
    insert into subscription_card (digest, flex_id, issued_on, expires_on, batch_id)
    select digest, ${flex}, ${day}::date, ${lastDayOf(definition, day)}::date, ${id} from unnest(${numbers.map(digestOf)}::text[]) as n (digest)
    on conflict do nothing`.execute(trx)
  return numbers
}

/**
 * Issues cards of a flexible subscription by the command.
 * @param cards how many, or known numbers, for demonstrations and tests
 * @throws RangeError for an unknown subscription
 */
export async function issueCards(
  db: Kysely<Database>,
  flex: string,
  cards: number | readonly string[],
  actor: Actor,
): Promise<readonly string[]> {
  const numbers = await transact(db, async (trx) => {
    const inserted = await insertCards(trx, flex, cards, { id: newId(), staff: null, hasEffect: true })
    if (inserted)
      await auditBy(trx, actor, { subject: 'subscription', subjectId: flex, verb: 'issue-cards', detail: { cards: inserted.length } })
    return inserted
  })
  if (!numbers) throw new RangeError(`there is no flexible subscription ${flex}`)
  return numbers
}

/**
 * Puts the subscription of a card on an account. A card that is linked to it already returns its subscription. A wrong number, a card of another
 * account and one whose last day has passed return the same problem.
 */
export async function linkCard(
  db: Kysely<Database>,
  customer: string,
  entered: string,
  actor: Actor,
): Promise<Result<TicketSubscription, Problem<'subscription-card-not-recognised'>>> {
  const refused = fail(problem('subscription-card-not-recognised'))
  const number = subscriptionCardOf(entered)
  if (number === undefined) return refused
  return transact(db, async (trx): Promise<Result<TicketSubscription, Problem<'subscription-card-not-recognised'>>> => {
    // Locked, so that two accounts can't link one card.
    const card = await trx
      .selectFrom('subscription_card')
      .innerJoin('flex_subscription', 'flex_subscription.id', 'flex_id')
      .select(['subscription_id', 'issued_on', 'expires_on', 'flex_id', 'name', 'price', 'vouchers'])
      .select(sql<boolean>`expires_on < ${today}`.as('isOver'))
      .where('digest', '=', digestOf(number))
      .forUpdate('subscription_card')
      .executeTakeFirst()
    if (!card) return refused
    const id = card.subscription_id ?? newId()
    if (card.subscription_id === null) {
      // In another statement than the lock: it sees a cancellation that was committed meanwhile.
      if (card.isOver || !(await isCardInEffect(trx, digestOf(number)))) return refused
      const { flex_id, name, price, vouchers, issued_on, expires_on } = card
      const row = { name: name.text, pricing_structure: '', price, vouchers, issued_on, expires_on, flex_id }
      await trx
        .insertInto('ticket_subscription')
        .values({ id, customer_id: customer, ...row })
        .execute()
      await trx
        .updateTable('subscription_card')
        .set({ subscription_id: id, linked_at: sql<Date>`now()` })
        .where('digest', '=', digestOf(number))
        .execute()
      const detail = { subscription: id, flex: flex_id }
      await auditCustomer(trx, customer, actor, { verb: 'link-subscription-card', detail })
    }
    const own = (await listSubscriptions(trx, customer)).find((each) => each.id === id)
    return own ? ok(own) : refused
  })
}
