import { problem } from '@playhouse/domain/problem'
import { fail } from '@playhouse/domain/result'
import type { Answers, Contract } from './answers.ts'

const shut = () => fail(problem('not-allowed'))

/** Nobody works at the counter of a mock shop: its doors are shut, as they are to everybody elsewhere who isn't staff. */
export const staffAnswers = (): Answers<Contract['staff']> => ({
  signIn: () => fail(problem('login-failed')),
  enrol: shut,
  confirmEnrolment: shut,
  prove: shut,
  signOut: shut,
  desk: shut,
  findCustomers: shut,
  registerCustomer: shut,
  actFor: shut,
})

export const counterAnswers = (): Answers<Contract['counter']> => ({
  instances: shut,
  instance: shut,
  seats: shut,
  hold: shut,
  changeTicket: shut,
  removeTicket: shut,
  reset: shut,
  applyCredit: shut,
  removeCredit: shut,
  reserve: shut,
  takeReserved: shut,
  block: shut,
  unblock: shut,
  sell: shut,
  bestAvailable: shut,
  applyPromo: shut,
  removePromo: shut,
  applyGiftVoucher: shut,
  removeGiftVoucher: shut,
  stopCard: shut,
  book: shut,
})

export const afterSaleAnswers = (): Answers<Contract['afterSale']> => ({
  order: shut,
  tickets: shut,
  mailTickets: shut,
  giveBack: shut,
  takings: shut,
})
