import { greeting } from './greeting.ts'
import { type Addressed, writeLinkMail } from './link-mail.ts'
import { type RenderedMail, writeMail } from './mail-template.ts'

/** To the new address: its link confirms the change. @param change.minutes validity of the link */
export const emailChange = (
  change: Addressed & { readonly minutes: number; readonly links: { readonly confirm: string } },
): Promise<RenderedMail> => writeLinkMail(change, 'emailChange', { minutes: change.minutes, href: change.links.confirm })

/** To an account whose address has guest orders: the link moves them into the account. @param orders.minutes validity of the link */
export const guestOrders = (
  orders: Addressed & { readonly minutes: number; readonly links: { readonly claim: string } },
): Promise<RenderedMail> => writeLinkMail(orders, 'guestOrders', { minutes: orders.minutes, href: orders.links.claim })

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
