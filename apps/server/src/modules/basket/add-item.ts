import type { Transaction } from 'kysely'
import { type Database, newId } from '#db'
import type { CounterItem } from '@playhouse/api-client/contract'
import type { Locale } from '@playhouse/domain/brand'
import { holdsStock } from '@playhouse/domain/item-kind'
import { type OfferedItem, offerItem } from '@playhouse/domain/item-offer'
import { storedName } from '@playhouse/domain/stored-detail'
import { ok } from '@playhouse/domain/result'
import { withCurrentPrices } from '#modules/catalogue'
import { readFoodOffer } from '#modules/food'
import { readSittings } from '#modules/table'
import { itemModules } from '#modules/item'
import { readProduct } from '#modules/product'
import { readClock, readFlexDefinition } from '#modules/subscription'
import { addProduct } from './add-product.ts'
import type { Actor, BasketRow } from './basket-row.ts'
import { type BasketDeps, editBasket } from './edit-basket.ts'
import { type ItemResult, renewBasket } from './items.ts'
import { applyMemberPrices } from './member-prices.ts'
import { networkOf, validateNewItem } from './new-item.ts'
import { startClock } from './stop-clock.ts'

/**
 * Adds an item to a basket. It replaces the item that it makes obsolete by the rule of its kind: see `replacesItem`.
 * @param locale the language in which problems name what the theatre has translated; absent for the theatre's
 */
export async function addItem(deps: BasketDeps, id: string, actor: Actor, item: CounterItem, locale?: Locale): ItemResult {
  const soldProduct = item.kind === 'product' ? await readProduct(deps.db, item.product, item.instance) : undefined
  const food = item.kind === 'food' ? await readFoodOffer(deps.db, item.instance) : undefined
  const tables = item.kind === 'table' ? await readSittings(deps.db, item.instance, id) : undefined
  const flex = item.kind === 'flex-subscription' ? await readFlexOffer(deps, item.flex) : undefined
  const offer = offerItem({ ...deps.brand, flex, products: soldProduct ? [soldProduct] : [], food, tables, locale }, item)
  if (!offer.ok) return offer
  if (offer.value.kind === 'product') return addProduct({ deps, id, actor, offer: offer.value })
  return withCurrentPrices(deps.catalogue, () =>
    editBasket(deps, id, actor, 'add-item', (trx, basket) => addOffer(trx, deps, { basket, actor, offer: offer.value })),
  )
}

async function readFlexOffer({ db, brand }: BasketDeps, flex: string) {
  const definition = brand.flexSubscriptions ? await readFlexDefinition(db, flex) : undefined
  return definition && { definition, clock: await readClock(db, brand.timeZone) }
}

async function addOffer(
  trx: Transaction<Database>,
  deps: BasketDeps,
  { basket, actor, offer }: { readonly basket: BasketRow; readonly actor: Actor; readonly offer: OfferedItem },
): ItemResult {
  const { id } = basket
  const { kind, product, quantity, detail, performance = null } = offer
  const validation = await validateNewItem(trx, deps, basket, offer)
  if (!validation.ok) return validation
  const { priced, replaced } = validation.value
  const network = networkOf(basket, actor)
  const held = await itemModules[kind].validateHold?.(trx, {
    ...{ basket: id, product, quantity, name: storedName(detail) ?? '', network, isVerified: actor.isVerified ?? false, detail },
  })
  if (held?.ok === false) return held
  const storedDetail = held?.value ?? priced.detail
  const columns = {
    product,
    quantity,
    performance_id: performance,
    amount: priced.amount,
    detail: storedDetail && JSON.stringify(storedDetail),
  }
  if (replaced) await trx.updateTable('basket_item').set(columns).where('id', '=', replaced.id).execute()
  else
    await trx
      .insertInto('basket_item')
      .values({ id: newId(), basket_id: id, kind, ...columns })
      .execute()
  if (kind === 'membership') await applyMemberPrices(trx, deps, basket)
  if (holdsStock(kind)) await startClock(trx, deps.brand, id, network)
  await renewBasket(trx, deps, id)
  return ok({ kind, amount: priced.amount })
}
