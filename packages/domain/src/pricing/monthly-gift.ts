import { moves } from '../machine.ts'
import { type ChargeMeans, earliestCharge } from '../payment/recurring-charge.ts'
import type { Fund } from './giving.ts'

/** Version of the texts by which a donor agrees, `item:monthlyByCard` and `item:monthlyByDebit`: a changed text needs a new version. */
export const monthlyWording = '2026-11'
/** The last day of a month on which a gift can be charged: every month has it. */
export const lastGiftDay = 28
/** Months in a row without a payment after which a gift ends. */
export const failedMonths = 2

/**
 * The states of the charge of one month. `announced`: planned. `waiting`: a try has failed, and another follows. `charging`: the outcome is
 * not known yet.
 */
export const monthlyChargeMoves = moves({
  announced: { charge: 'charging', cancel: 'cancelled' },
  charging: { pay: 'paid', wait: 'waiting', fail: 'failed', cancel: 'cancelled' },
  waiting: { charge: 'charging', cancel: 'cancelled' },
  paid: {},
  failed: {},
  cancelled: {},
})
export type MonthlyChargeState = keyof typeof monthlyChargeMoves

/** Why a monthly gift has ended. `failed`: nothing was paid for some months. `mandate`: its direct debit has ended. */
export const giftEndReasons = ['donor', 'failed', 'mandate', 'fund'] as const
export type GiftEndReason = (typeof giftEndReasons)[number]

/** What a donor sees of a monthly gift: its next charge is planned, is being made, or is tried again. */
export const monthlyGiftStates = ['on', 'charging', 'waiting'] as const

/** The gift of a month: the first day of the month, and the day of its first try; ISO dates. */
export type GiftMonth = { readonly month: string; readonly on: string }

const firstOf = (day: string): string => `${day.slice(0, 7)}-01`
const dayIn = (month: string, day: number): string => `${month.slice(0, 8)}${String(day).padStart(2, '0')}`
function monthAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
}

/** The first gift on a day of the month after the notice that the means of payment need. @param noticedOn ISO date of the notice */
export function firstGift(day: number, means: ChargeMeans, noticedOn: string): GiftMonth {
  const earliest = earliestCharge(means, noticedOn)
  const month = firstOf(earliest)
  return dayIn(month, day) >= earliest ? { month, on: dayIn(month, day) } : followingGift(month, day)
}

/** The gift of the month after a month. */
export function followingGift(month: string, day: number): GiftMonth {
  const next = monthAfter(month)
  return { month: next, on: dayIn(next, day) }
}

/** The gift that is due or comes next: a gift is not made up for once the day of the following one has come. */
export function currentGift(planned: GiftMonth, day: number, today: string): GiftMonth {
  let current = planned
  for (let next = followingGift(current.month, day); next.on <= today; next = followingGift(next.month, day)) current = next
  return current
}

/** Whether a fund takes this amount every month by these means. */
export const isMonthlyGift = ({ monthly }: Pick<Fund, 'monthly'>, amount: number, means: ChargeMeans): boolean =>
  monthly !== undefined && monthly.means.includes(means) && amount >= monthly.least && amount <= monthly.most
