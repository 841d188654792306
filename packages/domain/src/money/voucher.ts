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
