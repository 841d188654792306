import { membershipMail, mandateMail } from '#modules/mail'
import { readMandateNotice, readOffSessionCharge } from '#modules/payment'
import { chargeKey, readEndedConsent, readRenewalNotice } from '#modules/renewal'
import { type JobContext, mailJob, type OutboxHandlers } from './context.ts'

type MembershipTopic =
  | 'mail.membership-renewing'
  | 'mail.membership-renewed'
  | 'mail.membership-renewal-failed'
  | 'mail.membership-payment-link'
  | 'mail.membership-lapsed'
  | 'mail.membership-renewal-off'
  | 'mail.mandate-active'
  | 'mail.mandate-ended'

/** The letter for each reason for which a consent ends; undefined for those without one. */
const offLetters = {
  member: 'off',
  price: 'offPrice',
  age: 'offAge',
  ended: 'offEnded',
  mandate: 'offDebit',
  upgraded: 'offUpgraded',
  'no-card': 'offCard',
} as const

/** Letters about automatic renewals and direct debit mandates. */
export function createMembershipMail({ brand, db, origin, mailer }: JobContext): OutboxHandlers<MembershipTopic> {
  const link = `${origin}/account/memberships`
  const nameOf = (membership: string): string => brand.memberships.find(({ id }) => id === membership)?.name ?? membership
  const prepare = async (term: string) => {
    const notice = await readRenewalNotice(db, term)
    return notice && { ...notice, brand, link, name: nameOf(notice.membership) }
  }
  return {
    'mail.membership-renewing': mailJob(mailer, async ({ term }) => {
      const notice = await prepare(term)
      // Turned off, or charged, while the mail waited.
      if (notice?.state !== 'announced') return undefined
      const letter = notice.isDebit ? 'renewingDebit' : 'renewing'
      return { to: notice.to, mail: await membershipMail(letter, { ...notice, on: notice.chargeOn }) }
    }),
    'mail.membership-renewed': mailJob(mailer, async ({ term }) => {
      const notice = await prepare(term)
      if (!notice?.renewedUntil) return undefined
      return { to: notice.to, mail: await membershipMail('renewed', { ...notice, until: notice.renewedUntil }) }
    }),
    'mail.membership-renewal-failed': mailJob(mailer, async ({ term, nextOn }) => {
      const notice = await prepare(term)
      return notice && { to: notice.to, mail: await membershipMail('failed', { ...notice, on: nextOn }) }
    }),
    'mail.membership-payment-link': mailJob(mailer, async ({ term, try: tries }) => {
      const notice = await prepare(term)
      const charge = await readOffSessionCharge(db, chargeKey({ membership_id: term, tries }))
      // Paid or expired while the mail waited.
      if (!notice || charge?.status !== 'authentication-required') return undefined
      return { to: notice.to, mail: await membershipMail('link', { ...notice, link: charge.url, deadline: charge.until }) }
    }),
    'mail.membership-lapsed': mailJob(mailer, async ({ term }) => {
      const notice = await prepare(term)
      return notice && { to: notice.to, mail: await membershipMail('lapsed', { ...notice, until: notice.expiresOn }) }
    }),
    'mail.membership-renewal-off': mailJob(mailer, async ({ consent }) => {
      const notice = await readEndedConsent(db, consent)
      if (!notice || !(notice.reason in offLetters)) return undefined
      const reason = notice.reason as keyof typeof offLetters
      const letter = reason === 'member' && notice.isCharging ? 'offCharging' : offLetters[reason]
      return { to: notice.to, mail: await membershipMail(letter, { ...notice, brand, link, name: nameOf(notice.membership) }) }
    }),
    'mail.mandate-active': mailJob(mailer, async ({ mandate }) => {
      const { to, ...notice } = await readMandateNotice(db, brand, mandate)
      return { to, mail: await mandateMail('mandateActive', { ...notice, brand, link: `${origin}/account/payment-cards` }) }
    }),
    'mail.mandate-ended': mailJob(mailer, async ({ mandate }) => {
      const { to, ...notice } = await readMandateNotice(db, brand, mandate)
      return { to, mail: await mandateMail('mandateEnded', { ...notice, brand, link: `${origin}/account/payment-cards` }) }
    }),
  }
}
