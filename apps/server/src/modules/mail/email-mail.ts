import type { Brand, Locale } from '@playhouse/domain/brand'
import { greeting } from './greeting.ts'
import { type RenderedMail, writeMail } from './mail-template.ts'

type Addressed = { readonly brand: Brand; readonly locale: Locale; readonly firstName: string }

/** To the new address: its link confirms the change. @param change.minutes validity of the link */
export function emailChange(
  change: Addressed & { readonly minutes: number; readonly links: { readonly confirm: string } },
): Promise<RenderedMail> {
  const { brand, locale, firstName, minutes, links } = change
  return writeMail(brand, locale, ({ t, paragraph, note, button }) => ({
    subject: t('emailChange.subject'),
    preview: t('emailChange.preview', { count: minutes }),
    title: t('emailChange.title'),
    body: [
      paragraph(greeting(t, firstName)),
      paragraph(t('emailChange.body', { count: minutes })),
      button(t('emailChange.button'), links.confirm),
      note(t('emailChange.notYou')),
    ],
  }))
}

/** To an account whose address has guest orders: the link moves them into the account. @param orders.minutes validity of the link */
export function guestOrders(
  orders: Addressed & { readonly minutes: number; readonly links: { readonly claim: string } },
): Promise<RenderedMail> {
  const { brand, locale, firstName, minutes, links } = orders
  return writeMail(brand, locale, ({ t, paragraph, note, button }) => ({
    subject: t('guestOrders.subject', { brand: brand.name }),
    preview: t('guestOrders.preview', { count: minutes }),
    title: t('guestOrders.title'),
    body: [
      paragraph(greeting(t, firstName)),
      paragraph(t('guestOrders.body', { count: minutes })),
      button(t('guestOrders.button'), links.claim),
      note(t('guestOrders.notYou')),
    ],
  }))
}

/** To an address of an existing account that another account wanted to change to. Does not reveal that account. */
export function emailTaken({
  brand,
  locale,
  links,
}: Omit<Addressed, 'firstName'> & { readonly links: { readonly reset: string } }): Promise<RenderedMail> {
  return writeMail(brand, locale, ({ t, paragraph, note, button }) => ({
    subject: t('emailTaken.subject'),
    preview: t('emailTaken.preview'),
    title: t('emailTaken.title'),
    body: [paragraph(t('emailTaken.body')), button(t('emailTaken.button'), links.reset), note(t('emailTaken.notYou'))],
  }))
}

/** To the old address, as a notification of the change. Does not contain the new address. */
export function emailChanged({ brand, locale, firstName }: Addressed): Promise<RenderedMail> {
  return writeMail(brand, locale, ({ t, paragraph, note }) => ({
    subject: t('emailChanged.subject'),
    preview: t('emailChanged.preview'),
    title: t('emailChanged.title'),
    body: [paragraph(greeting(t, firstName)), paragraph(t('emailChanged.body')), note(t('emailChanged.notYou'))],
  }))
}
