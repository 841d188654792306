import { z } from 'zod'

/** Four letters or digits, a hyphen, seven more: `A1B2-C3D4E5F`. However it is typed, it means capitals. */
export const voucherCodeSchema = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{4}-[A-Z0-9]{7}$/)

/** The part of a code that may be shown: enough to distinguish two vouchers, too little to guess the rest. */
export const voucherHint = (code: string): string => code.slice(-2)
export const maskVoucher = (hint: string): string => `••••-•••••${hint}`

/** `waiting`: has no code yet. `used`: nothing is left on it. `returned`: taken back with its order. */
export const voucherStates = ['waiting', 'valid', 'used', 'expired', 'blocked', 'returned'] as const
export type VoucherState = (typeof voucherStates)[number]

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
