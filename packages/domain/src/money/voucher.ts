import { z } from 'zod'
import { type Problem, problem } from '../problem.ts'
import type { Money } from './money.ts'

/**
 * Our codes have four letters or digits, a hyphen and seven more: `A1B2-C3D4E5F`. Those of a system that a theatre moved in from have
 * another form: at least eight letters or digits, with hyphens between them. However a code is typed, it means capitals.
 */
export const voucherCodeSchema = z
  .string()
  .trim()
  .max(40)
  .toUpperCase()
  .regex(/^(?=(?:-?[A-Z0-9]){8})[A-Z0-9]+(?:-[A-Z0-9]+)*$/)

/** The part of a code that may be shown: enough to distinguish two vouchers, too little to guess the rest. */
export const voucherHint = (code: string): string => code.slice(-2)
export const maskVoucher = (hint: string): string => `••••-•••••${hint}`

/** `waiting`: has no code yet. `used`: nothing is left on it. `returned`: taken back with its order. */
export const voucherStates = ['waiting', 'valid', 'used', 'expired', 'blocked', 'returned'] as const
export type VoucherState = (typeof voucherStates)[number]

/** The problem of a gift voucher in a state in which no money is added to it; undefined in the others. */
export function findTopUpProblem(
  state: VoucherState,
  { balance, amount, most }: { readonly balance: number; readonly amount: number; readonly most: Money },
): Problem<'voucher-not-recognised' | 'voucher-blocked' | 'voucher-expired' | 'voucher-balance-limit'> | undefined {
  if (state === 'waiting') return problem('voucher-not-recognised')
  if (state === 'blocked' || state === 'returned') return problem('voucher-blocked')
  if (state === 'expired') return problem('voucher-expired')
  return balance + amount > most ? problem('voucher-balance-limit') : undefined
}

/** The state of a gift voucher. `balance` in minor units. */
export function voucherState({
  isReturned,
  isBlocked,
  isWaiting,
  isExpired,
  balance,
}: {
  readonly isReturned: boolean
  readonly isBlocked: boolean
  readonly isWaiting: boolean
  readonly isExpired: boolean
  readonly balance: number
}): VoucherState {
  if (isReturned) return 'returned'
  if (isBlocked) return 'blocked'
  if (isWaiting) return 'waiting'
  if (isExpired) return 'expired'
  return balance > 0 ? 'valid' : 'used'
}
