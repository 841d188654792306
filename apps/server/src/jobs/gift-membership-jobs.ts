import { sql } from 'kysely'
import { giftMembershipMail, membershipClaimedMail } from '#modules/mail'
import { issueDueGifts, readClaimedGift, readSentGift } from '#modules/membership'
import { giftClaimPath } from '@playhouse/domain/gift-page'
import { type JobContext, mailJob, type OutboxHandlers } from './context.ts'

type GiftTopic = 'gift-membership.issue' | 'mail.gift-membership' | 'mail.membership-claimed'

/** Gift memberships: their links, the mail that brings them, and the confirmation to the recipient. */
export function createGiftMembershipJobs(context: JobContext): OutboxHandlers<GiftTopic> {
  const { brand, db, origin, mailer, codeVault } = context
  const send = mailJob<{ token: string }>(mailer, async (stored) => {
    const token = codeVault.decrypt(stored.token)
    const gift = await readSentGift(db, token)
    // Returned, claimed or sent again while the mail waited.
    if (!gift) return undefined
    // The token follows `#`, which browsers send to no server.
    const link = `${origin}${giftClaimPath}#gift=${token}`
    return { to: gift.detail.email, mail: await giftMembershipMail({ brand, link, ...gift }) }
  })
  return {
    'gift-membership.issue': ({ item }) => issueDueGifts(context, item),
    'mail.gift-membership': async ({ token }, id) => {
      if (!token) return
      await send({ token }, id)
      await sql`update outbox set payload = payload - 'token' where id = ${id}`.execute(db)
    },
    'mail.membership-claimed': mailJob(mailer, async ({ gift }) => {
      const claimed = await readClaimedGift(db, gift)
      if (!claimed) return undefined
      const { to, locale, ...texts } = claimed
      const link = `${origin}/account/memberships`
      return { to, mail: await membershipClaimedMail({ brand, locale: locale ?? brand.defaultLocale, link, ...texts }) }
    }),
  }
}
