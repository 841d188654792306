import type { BasketDeps, CannotEdit, Actor } from '#modules/basket'
import { reserveAtCounter } from '#modules/counter'
import { openDepositAccount } from '#modules/voucher'
import type { ReservedOrder } from '#modules/reservation'
import { checkGroupTerms, type CheckedGroupTerms, type GroupTerms } from '@playhouse/domain/group-terms'
import type { Problem } from '@playhouse/domain/problem'
import type { Result } from '@playhouse/domain/result'

/** Reserves the basket's seats of one performance for a group or school until its option date, and stores the terms with them. */
export async function createGroupBooking(
  deps: BasketDeps,
  basket: string,
  performance: string,
  actor: Actor,
  terms: GroupTerms,
): Promise<Result<ReservedOrder, Problem | CannotEdit>> {
  let checked: CheckedGroupTerms | undefined
  return reserveAtCounter(deps, basket, performance, actor, {
    note: terms.note,
    untilOf: (seats) => {
      const result = checkGroupTerms(terms, seats)
      if (!result.ok) return result
      checked = result.value
      return { ok: true, value: new Date(result.value.optionUntil) }
    },
    also: async (trx, { id, number }) => {
      const { kind, name, optionUntil, deposit, depositDue, balanceDue } = checked!
      const values = {
        reservation_id: id,
        kind,
        name,
        option_until: new Date(optionUntil),
        deposit,
        deposit_due: depositDue,
        balance_due: balanceDue,
        account_id: await openDepositAccount(trx, number),
      }
      await trx.insertInto('group_booking').values(values).execute()
    },
  })
}
