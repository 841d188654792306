import { createAccountMail } from './account-mail.ts'
import { createBoxOfficeMail } from './box-office-mail.ts'
import type { JobContext, OutboxHandlers } from './context.ts'
import { createFormMail } from './form-mail.ts'
import { createGiftMembershipJobs } from './gift-membership-jobs.ts'
import { createMembershipMail } from './membership-mail.ts'
import { createMonthlyGiftMail } from './monthly-gift-mail.ts'
import { createOrderMail } from './order-mail.ts'
import { createPaymentLinkJobs } from './payment-link-jobs.ts'
import { createPaymentJobs } from './payment-jobs.ts'
import { createReservationJobs } from './reservation-jobs.ts'
import { createSeriesMail } from './series-mail.ts'
import { createVoucherJobs } from './voucher-jobs.ts'

/** The handlers of all topics: one that is missing does not compile. */
export const createOutboxHandlers = (context: JobContext): OutboxHandlers => ({
  ...createAccountMail(context),
  ...createBoxOfficeMail(context),
  ...createFormMail(context),
  ...createGiftMembershipJobs(context),
  ...createMembershipMail(context),
  ...createMonthlyGiftMail(context),
  ...createOrderMail(context),
  ...createReservationJobs(context),
  ...createPaymentJobs(context),
  ...createPaymentLinkJobs(context),
  ...createSeriesMail(context),
  ...createVoucherJobs(context),
})
