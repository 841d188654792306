import { monthlyGiftEnded, monthlyGiftMail } from '#modules/mail'
import { monthlyKey, readChargeNotice, readGiftNotice } from '#modules/monthly-gift'
import { readOffSessionCharge } from '#modules/payment'
import { type JobContext, mailJob, type OutboxHandlers } from './context.ts'

type MonthlyGiftTopic =
  | 'mail.monthly-gift-started'
  | 'mail.monthly-gift-changed'
  | 'mail.monthly-gift-failed'
  | 'mail.monthly-gift-link'
  | 'mail.monthly-gift-ended'

/** Letters about monthly gifts. */
export function createMonthlyGiftMail({ brand, db, origin, mailer }: JobContext): OutboxHandlers<MonthlyGiftTopic> {
  const link = `${origin}/account/giving-history`
  return {
    'mail.monthly-gift-started': mailJob(mailer, async ({ gift }) => {
      const { to, ...notice } = await readGiftNotice(db, gift)
      // Stopped while the mail waited.
      if (notice.endReason !== null) return undefined
      return { to, mail: await monthlyGiftMail('started', { ...notice, brand, link }) }
    }),
    'mail.monthly-gift-changed': mailJob(mailer, async ({ gift }) => {
      const { to, ...notice } = await readGiftNotice(db, gift)
      if (notice.endReason !== null) return undefined
      return { to, mail: await monthlyGiftMail('changed', { ...notice, brand, link }) }
    }),
    'mail.monthly-gift-failed': mailJob(mailer, async ({ charge, nextOn }) => {
      const { to, ...notice } = await readChargeNotice(db, charge)
      if (notice.endReason !== null) return undefined
      return { to, mail: await monthlyGiftMail('failed', { ...notice, brand, nextOn, link }) }
    }),
    'mail.monthly-gift-link': mailJob(mailer, async ({ charge, try: tries }) => {
      const { to, ...notice } = await readChargeNotice(db, charge)
      const outcome = await readOffSessionCharge(db, monthlyKey({ id: charge, tries }))
      // Paid or expired while the mail waited.
      if (outcome?.status !== 'authentication-required') return undefined
      return { to, mail: await monthlyGiftMail('link', { ...notice, brand, link: outcome.url, deadline: outcome.until }) }
    }),
    'mail.monthly-gift-ended': mailJob(mailer, async ({ gift }) => {
      const { to, endReason, ...notice } = await readGiftNotice(db, gift)
      if (endReason === null) return undefined
      return { to, mail: await monthlyGiftEnded(endReason, { ...notice, brand, link }) }
    }),
  }
}
