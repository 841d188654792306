import type { Brand, Locale } from '@playhouse/domain/brand'
import { formatDate } from '@playhouse/domain/calendar'
import type { ItemDetails } from '@playhouse/domain/item-detail'
import { formatMoney, type Money } from '@playhouse/domain/money'
import { sanitizeLine } from '@playhouse/domain/sanitize'
import { greeting } from './greeting.ts'
import { type RenderedMail, writeMail } from './mail-template.ts'

type VoucherMail = {
  readonly brand: Brand
  readonly locale: Locale
  readonly detail: ItemDetails['gift-voucher']
  readonly codes: readonly { readonly code: string; readonly balance: Money; readonly expiresOn: string | null }[]
  readonly number: string
  readonly links: { readonly redeem: string }
}

/** Renders the mail that brings gift vouchers: to their recipient, or to the buyer who prints them. */
export function giftVoucherMail({ brand, locale, detail, codes, number, links }: VoucherMail): Promise<RenderedMail> {
  return writeMail(brand, locale, ({ t, heading, paragraph, note, button }) => {
    const isGift = detail.delivery === 'email'
    const from = sanitizeLine(detail.from)
    const amount = formatMoney(detail.value, brand.currency, locale)
    const voucher = isGift ? 'giftVoucher.gift' : 'giftVoucher.print'
    return {
      subject: t(isGift && from !== '' ? 'giftVoucher.gift.subjectFrom' : `${voucher}.subject`, { amount, from, number }),
      preview: t('giftVoucher.preview', { amount }),
      title: t(`${voucher}.title`, { amount }),
      body: [
        ...(isGift ? [paragraph(greeting(t, detail.to))] : []),
        paragraph(t(isGift && from !== '' ? 'giftVoucher.gift.bodyFrom' : `${voucher}.body`, { amount, from, count: codes.length })),
        ...(isGift && detail.message !== '' ? [paragraph(`“${detail.message}”`)] : []),
        ...codes.flatMap(({ code, balance, expiresOn }) => [
          heading(code),
          note(
            expiresOn === null
              ? formatMoney(balance, brand.currency, locale)
              : t('giftVoucher.until', {
                  amount: formatMoney(balance, brand.currency, locale),
                  day: formatDate(`${expiresOn}T12:00:00Z`, 'UTC', locale),
                }),
          ),
        ]),
        paragraph(t('giftVoucher.use')),
        // The code follows `#`, which browsers send to no server.
        button(t('giftVoucher.button'), codes.length === 1 ? `${links.redeem}#code=${codes[0]!.code}` : links.redeem),
        note(t('giftVoucher.keep')),
      ],
    }
  })
}

/** Notifies the recipient of mailed gift vouchers that staff have printed them with new codes. @param mail.value what each was sold for */
export const voucherPrintedMail = ({
  brand,
  locale,
  value,
  links,
}: Pick<VoucherMail, 'brand' | 'locale' | 'links'> & { readonly value: Money }): Promise<RenderedMail> =>
  writeMail(brand, locale, ({ t, paragraph, note, button }) => ({
    subject: t('voucherPrinted.subject'),
    preview: t('voucherPrinted.preview'),
    title: t('voucherPrinted.title'),
    body: [
      paragraph(t('voucherPrinted.body', { amount: formatMoney(value, brand.currency, locale) })),
      note(t('voucherPrinted.notYou')),
      button(t('giftVoucher.button'), links.redeem),
    ],
  }))
