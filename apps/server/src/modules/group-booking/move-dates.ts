import type { Kysely } from 'kysely'
import { type Actor, auditBy, type Database, transact } from '#db'
import { keepDepositedSeats } from '#modules/voucher'
import { checkGroupDates, type GroupDates } from '@playhouse/domain/group-terms'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { accountOfBooking, lockBooking } from './lock-booking.ts'

type Refusal = Problem<'order-not-found' | 'reserved-order-locked' | 'invalid-input'>

/**
 * Moves the option date and the due dates of a group booking. Its seats are kept until the new option date, if no deposit keeps them longer.
 * @returns `reserved-order-locked` where it has lapsed, is cancelled or paid, or is in a basket
 */
export async function moveGroupDates(
  db: Kysely<Database>,
  number: string,
  dates: GroupDates,
  actor: Actor,
): Promise<Result<undefined, Refusal>> {
  return transact(db, async (trx): Promise<Result<undefined, Refusal>> => {
    const account = await accountOfBooking(trx, number)
    if (account === undefined) return fail(problem('order-not-found'))
    const { id, reservation, isOver, deposit, now, startsAt, timeZone, ...row } = await lockBooking(trx, account)
    if (reservation !== 'reserved' || isOver || !startsAt || timeZone === null) return fail(problem('reserved-order-locked'))
    const { optionUntil, depositDue, balanceDue } = row
    const before = { optionUntil: optionUntil.getTime(), depositDue, balanceDue }
    const checked = checkGroupDates(dates, { now: now.getTime(), startsAt: startsAt.getTime(), timeZone, deposit, before })
    if (!checked.ok) return checked
    const { value } = checked
    const values = { option_until: new Date(value.optionUntil), deposit_due: value.depositDue, balance_due: value.balanceDue }
    await trx.updateTable('group_booking').set(values).where('reservation_id', '=', id).execute()
    // The contact is reminded of the new end too.
    if (value.optionUntil > before.optionUntil)
      await trx.updateTable('reservation').set({ reminded_at: null }).where('id', '=', id).execute()
    await keepDepositedSeats(trx, account, actor)
    await auditBy(trx, actor, { subject: 'reservation', subjectId: id, verb: 'move-group-dates', detail: { before, after: value } })
    return ok(undefined)
  })
}
