import { z } from 'zod'
import { postalAddressSchema } from '@playhouse/domain/postal-address'
import { idSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { instantSchema } from '@playhouse/domain/time'
import { voucherCodeSchema, voucherStates } from '@playhouse/domain/voucher'
import { endpoint, fileSchema } from './endpoint.ts'

const ofVoucher = z.strictObject({ voucher: idSchema })

/** A gift voucher as staff see it. Its code cannot be read after it was sent or printed. */
const staffVoucherSchema = z.strictObject({
  id: idSchema,
  /** The last characters of its code; null while it has none. */
  hint: z.string().nullable(),
  /** What it was sold for; null for a voucher that was issued without a sale. */
  value: moneySchema.nullable(),
  balance: moneySchema,
  /** The part of the balance that payments under way take. */
  reserved: moneySchema,
  expiresOn: z.iso.date().nullable(),
  state: z.enum(voucherStates),
  /** Number of the order that sold it. */
  order: z.string().nullable(),
  /** The address to which a new code can be mailed. */
  email: z.string().nullable(),
  /** Whether its letter is still to be sent: no code is mailed, and a new one makes another print of the letter necessary. */
  isInLetter: z.boolean(),
  /** Actions that the current staff user may take. */
  may: z.strictObject({ block: z.boolean(), unblock: z.boolean(), print: z.boolean(), mail: z.boolean(), topUp: z.boolean() }),
})
/** A gift voucher as staff see it. */
export type StaffVoucher = z.infer<typeof staffVoucherSchema>

const voucherCardSchema = staffVoucherSchema.extend({
  /** What happened to it, the newest first. */
  entries: z.array(
    z.strictObject({
      id: idSchema,
      at: instantSchema,
      /** Name of the staff user; null for a customer and for jobs. */
      who: z.string().nullable(),
      verb: z.string(),
      /** Change of the balance. */
      amount: moneySchema.nullable(),
      /** Number of the order. */
      order: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
})
/** A gift voucher with its history. */
export type VoucherCard = z.infer<typeof voucherCardSchema>

const letterSchema = z.strictObject({
  /** The item of the order that sold its vouchers. */
  item: idSchema,
  /** Number of the order. */
  order: z.string(),
  placedAt: instantSchema,
  /** How many vouchers are in it. */
  quantity: z.int().positive(),
  /** What each was sold for. */
  value: moneySchema,
  /** Name of the recipient; empty where none was given. */
  to: z.string(),
  address: postalAddressSchema,
  /** When it was printed last; null before. */
  printedAt: instantSchema.nullable(),
})
/** A letter with gift vouchers that is to be sent. */
export type VoucherLetter = z.infer<typeof letterSchema>
const lettersSchema = z.strictObject({ letters: z.array(letterSchema) })
const ofLetter = z.strictObject({ item: idSchema })

const problems = ['not-allowed', 'voucher-not-recognised'] as const
/** `letter-changed`: the letter was printed again, sent, blocked or returned since it was read. */
const letterProblems = ['not-allowed', 'letter-changed'] as const
/** A change of a voucher for which staff give a reason. */
const withReason = {
  access: 'staff',
  params: ofVoucher,
  body: z.strictObject({ reason: z.string().trim().min(1).max(200) }),
  reply: voucherCardSchema,
  problems,
} as const

/** Endpoints of gift vouchers at the counter. Each action is recorded in the activity log of the voucher. */
export const staffVouchers = {
  /** A POST, so that the code, which is worth money, is not in URLs that are logged. */
  find: endpoint('POST', '/staff/vouchers/search', {
    summary: 'Find a gift voucher by its code, in any state',
    access: 'staff',
    permission: 'read-vouchers',
    body: z.strictObject({ code: voucherCodeSchema }),
    reply: voucherCardSchema,
    problems,
  }),
  ofOrder: endpoint('GET', '/staff/orders/:number/vouchers', {
    summary: 'The gift vouchers that an order sold',
    access: 'staff',
    permission: 'read-vouchers',
    params: z.strictObject({ number: z.string().max(40) }),
    reply: z.strictObject({ vouchers: z.array(staffVoucherSchema) }),
    problems: ['not-allowed'],
  }),
  read: endpoint('GET', '/staff/vouchers/:voucher', {
    summary: 'A gift voucher with its history',
    access: 'staff',
    permission: 'read-vouchers',
    params: ofVoucher,
    reply: voucherCardSchema,
    problems,
  }),
  block: endpoint('POST', '/staff/vouchers/:voucher/block', {
    summary: 'Block a gift voucher without a new code: it cannot be spent until it is unblocked',
    permission: 'block-voucher',
    ...withReason,
  }),
  unblock: endpoint('POST', '/staff/vouchers/:voucher/unblock', {
    summary: 'Unblock a gift voucher; its code is valid again',
    permission: 'unblock-voucher',
    ...withReason,
  }),
  /** A POST, because it changes the code. */
  print: endpoint('POST', '/staff/vouchers/:voucher/print', {
    summary: 'A lost gift voucher as a PDF with a new code; the old code is blocked',
    access: 'staff',
    permission: 'reissue-voucher',
    params: ofVoucher,
    reply: fileSchema,
    file: 'application/pdf',
    problems,
  }),
  mail: endpoint('POST', '/staff/vouchers/:voucher/mail', {
    summary: 'Block the code of a lost gift voucher, and mail a new one to its address',
    access: 'staff',
    permission: 'reissue-voucher',
    params: ofVoucher,
    reply: voucherCardSchema,
    problems,
  }),
  letters: endpoint('GET', '/staff/voucher-letters', {
    summary: 'Letters with gift vouchers that are to be sent, the oldest first',
    access: 'staff',
    permission: 'post-voucher',
    reply: lettersSchema,
    problems: ['not-allowed'],
  }),
  /** A POST, because it makes the codes. */
  printLetter: endpoint('POST', '/staff/voucher-letters/:item/print', {
    summary: 'A letter with its gift vouchers as a PDF. Codes that were printed before are blocked',
    access: 'staff',
    permission: 'post-voucher',
    params: ofLetter,
    reply: fileSchema,
    file: 'application/pdf',
    problems: letterProblems,
  }),
  letterSent: endpoint('POST', '/staff/voucher-letters/:item/sent', {
    summary: 'Record that a printed letter was sent, and read the letters that remain',
    access: 'staff',
    permission: 'post-voucher',
    params: ofLetter,
    /** `printedAt`: the value that was read, so that a letter with blocked codes is not sent. */
    body: z.strictObject({ printedAt: instantSchema }),
    reply: lettersSchema,
    problems: letterProblems,
  }),
} as const
