import { sql } from 'kysely'
import { giftVoucherMail, voucherPrintedMail } from '#modules/mail'
import { printVouchers } from '#modules/ticket'
import { issueDueVouchers, readVoucherItem } from '#modules/voucher'
import { type JobContext, mailJob, type OutboxHandlers } from './context.ts'

type VoucherTopic = 'voucher.issue' | 'mail.gift-voucher' | 'mail.voucher-printed'

/** Gift vouchers: their codes, and the mail that brings them. */
export function createVoucherJobs(context: JobContext): OutboxHandlers<VoucherTopic> {
  const { brand, db, origin, mailer, codeVault } = context
  const links = { redeem: `${origin}/redeem-gift-voucher` }
  const send = mailJob<{ item: string; vouchers: readonly { voucher: string; code: string }[] }>(mailer, async ({ item, vouchers }) => {
    const sold = await readVoucherItem(db, item)
    // Returned while the mail waited.
    if (!sold || sold.isReturned) return undefined
    const { detail, locale, buyer, number, accounts, soldAt } = sold
    const codes = vouchers.map(({ voucher, code }) => {
      const { balance, expiresOn } = accounts.get(voucher)!
      return { code: codeVault.decrypt(code), balance, expiresOn }
    })
    const { to, from, message } = detail
    const texts = { to, from, message }
    const mail = await giftVoucherMail({ brand, locale, detail, codes, number, links })
    const content = await printVouchers({
      brand,
      locale,
      shop: new URL(origin).host,
      vouchers: codes.map((code) => ({ ...code, ...texts })),
      soldAt,
    })
    const attachments = [{ filename: `${brand.id}-gift.pdf`, content, contentType: 'application/pdf' }]
    return { to: detail.email ?? buyer, mail, attachments }
  })
  return {
    'voucher.issue': ({ item }) => issueDueVouchers(context, item),
    'mail.gift-voucher': async ({ item, vouchers }, id) => {
      if (!vouchers) return
      await send({ item, vouchers }, id)
      await sql`update outbox set payload = payload - 'vouchers' where id = ${id}`.execute(db)
    },
    'mail.voucher-printed': mailJob(mailer, async ({ item }) => {
      const sold = await readVoucherItem(db, item)
      if (!sold || sold.isReturned) return undefined
      const { detail, locale, buyer } = sold
      return { to: detail.email ?? buyer, mail: await voucherPrintedMail({ brand, locale, value: detail.value, links }) }
    }),
  }
}
