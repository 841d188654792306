import fc from 'fast-check'
import { addItem, readBasket } from '#modules/basket'
import { claimGift, issueDueGifts } from '#modules/membership'
import { money } from '@playhouse/domain/money'
import { checkPayment, processReturn, readOrderWorth, startPayment } from '../index.ts'
import { worthOf } from '../order-worth.ts'
import { friendForNan, gift } from './item-buyer.ts'
import { actor, codeVault, openCheckout, type Step } from './money-world.ts'

/** Buys a gift membership in a new basket, alone or with a donation. */
export const buyGiftMembership: fc.Arbitrary<Step> = fc
  .record({ nth: fc.nat({ max: 2 }), hasDonation: fc.boolean() })
  .map(({ nth, hasDonation }): Step => async (world) => {
    const { shop, end, baskets } = world
    await openCheckout(world, nth, hasDonation ? gift(7_01) : friendForNan)
    const { basket, customer } = baskets.at(-1)!
    if (hasDonation) await addItem(shop, basket, actor, friendForNan)
    const started = await startPayment(shop, customer, basket, (await readBasket(shop, basket)).version, 'en', actor)
    if (!started.ok) return
    end(started.value.payment, 'succeeded')
    await checkPayment(shop, customer.id, started.value.payment, actor)
  })

/** Claims a gift membership by the link of one of the mails, for a customer with an account. */
export const claimGiftMembership: fc.Arbitrary<Step> = fc
  .record({ nth: fc.nat({ max: 23 }), who: fc.nat({ max: 2 }) })
  .map(({ nth, who }): Step => async ({ shop, db, people }) => {
    await issueDueGifts({ db: shop.db, codeVault })
    const mails = await db.selectFrom('outbox').select('payload').where('topic', '=', 'mail.gift-membership').orderBy('id').execute()
    const accounts = people.filter(({ is_guest }) => !is_guest)
    const mail = mails[nth % mails.length]
    if (!mail) return
    await claimGift(shop, codeVault.decrypt((mail.payload as { token: string }).token), accounts[who % accounts.length]!.id, actor)
  })

/** Asks for the return of one gift membership, whether or not it was claimed. Only one that was not claimed is returned. */
export const returnGiftMembership: fc.Arbitrary<Step> = fc
  .record({ nth: fc.nat({ max: 23 }), to: fc.constantFrom('credit', 'origin') })
  .map(({ nth, to }): Step => async ({ shop, db }) => {
    const gifts = await db
      .selectFrom('order_item')
      .innerJoin('customer_order', 'customer_order.id', 'order_item.order_id')
      .select(['order_item.id', 'customer_order.id as order', 'customer_order.number', 'customer_order.paid', 'order_item.amount'])
      .where('kind', '=', 'gift-membership')
      .orderBy('order_item.id')
      .execute()
    const gift = gifts[nth % gifts.length]
    if (!gift) return
    const chosen = { tickets: [], items: [gift.id] }
    const value = worthOf(await readOrderWorth(db, { id: gift.order, paid: gift.paid }), chosen, 'return') ?? money(gift.amount)
    await processReturn(shop, gift.number, { ...chosen, to, value, reason: 'asked', isLateAllowed: true }, actor)
  })
