import { type Kysely, sql, type Transaction } from 'kysely'
import { type Actor, auditCustomer, type CardAddress, type Database, newId, publish, transact } from '#db'
import type { Cards } from '@playhouse/api-client/contract'

/** A saved card as the provider describes it: its token and its display fields, never the number. */
export type KeptCard = {
  readonly token: string
  /** `•••• 4242` */
  readonly masked: string
  readonly cardholder: string
  /** `2031-04` */
  readonly expires: string
  /** The provider's name of the card scheme, such as `visa`. */
  readonly brand?: string
  /** The billing address, as far as the provider knows it. */
  readonly address?: CardAddress
}

/** Lists a customer's saved cards, the preferred one first. */
export async function listCards(db: Kysely<Database>, customer: string): Promise<Pick<Cards, 'cards'>> {
  const rows = await db
    .selectFrom('payment_card')
    .select(['id', 'brand', 'masked', 'cardholder', 'expires', 'address', 'is_preferred'])
    .where('customer_id', '=', customer)
    .orderBy('is_preferred', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  return {
    cards: rows.map(({ id, brand, masked, cardholder, expires, address, is_preferred }) => ({
      id,
      brand,
      maskedNumber: masked,
      cardholder,
      expires,
      address,
      isPreferred: is_preferred,
    })),
  }
}

/** Reads the tokens of saved cards that a provider can offer, the preferred one first. @returns undefined for guests, who cannot save cards */
export async function cardsToOffer(db: Kysely<Database>, customer: string, provider: string): Promise<string[] | undefined> {
  const rows = await db
    .selectFrom('customer')
    .leftJoin('payment_card', (join) =>
      join.onRef('payment_card.customer_id', '=', 'customer.id').on('payment_card.provider', '=', provider),
    )
    .select('payment_card.token')
    .where('customer.id', '=', customer)
    .where('customer.is_guest', '=', false)
    .orderBy('payment_card.is_preferred', 'desc')
    .orderBy('payment_card.created_at', 'desc')
    .limit(20)
    .execute()
  return rows.length === 0 ? undefined : rows.flatMap(({ token }) => token ?? [])
}

/** Saves a card. The same token updates its row; a customer's first card is the preferred one. */
export async function keepCard(trx: Transaction<Database>, customer: string, provider: string, card: KeptCard): Promise<void> {
  await sql`select 1 from customer where id = ${customer} for update`.execute(trx)
  const { cards } = await listCards(trx, customer)
  const { token, brand = null, address, ...fields } = card
  const display = { ...fields, brand, address: address ? JSON.stringify(address) : null }
  await trx
    .insertInto('payment_card')
    .values({ id: newId(), customer_id: customer, provider, token, ...display, is_preferred: cards.length === 0 })
    .onConflict((conflict) => conflict.columns(['customer_id', 'provider', 'token']).doUpdateSet(display))
    .execute()
}

/** Makes a card the preferred one. @returns false for an unknown card */
export function preferCard(db: Kysely<Database>, customer: string, id: string, actor: Actor): Promise<boolean> {
  return transact(db, async (trx) => {
    await sql`select 1 from customer where id = ${customer} for update`.execute(trx)
    const card = await trx
      .selectFrom('payment_card')
      .select('id')
      .where('id', '=', id)
      .where('customer_id', '=', customer)
      .executeTakeFirst()
    if (!card) return false
    await trx.updateTable('payment_card').set({ is_preferred: false }).where('customer_id', '=', customer).execute()
    await trx.updateTable('payment_card').set({ is_preferred: true }).where('id', '=', id).execute()
    await auditCustomer(trx, customer, actor, { verb: 'prefer-card', detail: { card: id } })
    return true
  })
}

/** Deletes a card here and at the provider. The newest of the others becomes the preferred one. @returns false for an unknown card */
export function removeCard(db: Kysely<Database>, customer: string, id: string, actor: Actor): Promise<boolean> {
  return transact(db, async (trx) => {
    await sql`select 1 from customer where id = ${customer} for update`.execute(trx)
    const removedCard = await trx
      .deleteFrom('payment_card')
      .where('id', '=', id)
      .where('customer_id', '=', customer)
      .returning(['provider', 'token', 'is_preferred'])
      .executeTakeFirst()
    if (!removedCard) return false
    const [next] = (await listCards(trx, customer)).cards
    if (removedCard.is_preferred && next)
      await trx.updateTable('payment_card').set({ is_preferred: true }).where('id', '=', next.id).execute()
    await publish(trx, 'payment.forget-card', id, { provider: removedCard.provider, token: removedCard.token })
    await auditCustomer(trx, customer, actor, { verb: 'remove-card', detail: { card: id } })
    return true
  })
}
