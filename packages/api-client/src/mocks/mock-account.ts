import { givenTerm } from './membership.ts'
import type { MockWorld } from './mock-shop.ts'
import type { AccessType } from '@playhouse/domain/access'
import type { GiftAidDonor, GiftAidMethod } from '@playhouse/domain/giving'
import type { MembershipTerm } from '@playhouse/domain/membership-term'
import type { StaffRole } from '@playhouse/domain/staff'
import type { Details, TicketSubscription } from '#contract'
import type { MockVisit } from './mock-shop.ts'

/** A term, with the number of the order that sold it, the term that it continues, and the one that an upgrade put in its place. */
export type MockTerm = MembershipTerm & { readonly soldBy?: string; readonly continues?: string | null; readonly replacedBy?: string }
/** A ticket subscription. `used`: vouchers that were used before it was moved; `item`: the item of the order that sold it. */
export type MockSubscription = Omit<TicketSubscription, 'vouchersAvailable' | 'vouchersUsed' | 'uses'> & {
  readonly flex: string
  readonly vouchers: number
  readonly used: number
  readonly item: string | null
  isReturned: boolean
}
/** An account of a customer. */
export type MockAccount = {
  /** Gift Aid declaration of the account. */
  giftAid?: {
    readonly isDeclared: boolean
    readonly wording: string
    readonly saidAt: string
    readonly donor: GiftAidDonor | null
    /** How it was declared at the counter; absent where the customer did it online. */
    readonly method?: GiftAidMethod | null
    /** The name of the staff user who recorded it at the counter. */
    readonly recordedBy?: string
  }
  customer: NonNullable<MockVisit['customer']>
  password: string
  /** Consecutive wrong passwords. */
  failedLogins: number
  /** Password reset tokens and their expiry, in epoch milliseconds. */
  resetTokens: Map<string, number>
  /** Account credit in minor units. */
  credit: number
  /** The terms of its memberships. */
  terms: readonly MockTerm[]
  birth?: Details['birth']
  access?: readonly AccessType[] | undefined
  subscriptions?: readonly MockSubscription[]
}
/** A staff user; without `secret` they enrol at their first sign-in. */
export type MockStaffUser = {
  readonly email: string
  readonly password: string
  readonly name: string
  readonly role: StaffRole
  readonly secret?: string
  readonly isDismissed?: boolean
}
/** A voucher of a subscription, and the performance of the ticket that it pays for. */
export type MockVoucherUse = { readonly ticket: string; readonly subscription: string; readonly performance: string }
/** A card of a flexible subscription. `number`: without hyphens. */
export type MockSubscriptionCard = { readonly number: string; readonly flex: string }

/** The account of a person whom the mock shop starts with. @param today the first day of the memberships that the person has, an ISO date */
export function accountOf(
  { password, credit = 0, memberships = [], access, ...person }: NonNullable<MockWorld['people']>[number],
  today: string,
): MockAccount {
  const { email, title, firstName, lastName, phone, address } = person
  return {
    customer: { id: crypto.randomUUID(), email, title, firstName, lastName, phone, address },
    password,
    failedLogins: 0,
    resetTokens: new Map(),
    credit,
    terms: memberships.map((membership) => givenTerm(membership, today)),
    access,
  }
}
