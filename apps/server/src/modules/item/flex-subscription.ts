import { countHeld, endSubscriptions, readClock, readFlexDefinition, sellSubscriptions } from '#modules/subscription'
import { readMember } from '#modules/membership'
import { findFlexProblem, type FlexDetail, priceFlex } from '@playhouse/domain/flex-offer'
import type { StoredDetail } from '@playhouse/domain/stored-detail'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import type { ItemModule } from './item-module.ts'

const detailOf = (detail: StoredDetail): FlexDetail => {
  if (!detail || !('flex' in detail)) throw new Error('flexible subscription without its rules')
  return detail
}

export const flexSubscription: ItemModule = {
  /** A guest must sign in; it is not on sale any more; or the customer would hold too many. */
  offerToBuyer: async (trx, brand, customer, { detail, quantity }) => {
    const { account } = await readMember(trx, customer, brand.timeZone)
    if (!account || customer === null) return fail(problem('login-required'))
    const { flex } = detailOf(detail)
    const definition = await readFlexDefinition(trx, flex)
    if (!definition || !brand.flexSubscriptions) return fail(problem('page-not-found'))
    const clock = await readClock(trx, brand.timeZone)
    const held = definition.perCustomer === null ? 0 : await countHeld(trx, customer, flex)
    const refused = findFlexProblem({ definition, clock }, { quantity, held })
    return refused ? fail(refused) : ok(priceFlex(definition, quantity))
  },
  settle: async (trx, { detail, quantity = 1, amount }, { item, order, customer }, actor) =>
    sellSubscriptions(trx, { item, order, customer }, { detail: detailOf(detail), quantity, amount }, actor),
  giveBack: (trx, { id }, actor) => endSubscriptions(trx, id, actor),
}
