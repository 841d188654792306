import { greeting } from './greeting.ts'
import { type Addressed, writeLinkMail } from './link-mail.ts'
import { type RenderedMail, writeMail } from './mail-template.ts'

/** Welcomes a new account. The address is not verified yet, so the mail contains nothing that was typed at registration. */
export function welcome({
  brand,
  locale,
  links,
}: Omit<Addressed, 'firstName'> & { readonly links: { readonly shop: string } }): Promise<RenderedMail> {
  return writeMail(brand, locale, ({ t, paragraph, note, button }) => ({
    subject: t('welcome.subject'),
    preview: t('welcome.preview'),
    title: t('welcome.title'),
    body: [paragraph(t('welcome.body')), button(t('welcome.button'), links.shop), note(t('welcome.notYou'))],
  }))
}

/** @param reset.minutes validity of the link in `links.reset` */
export const passwordReset = (
  reset: Addressed & { readonly minutes: number; readonly links: { readonly reset: string } },
): Promise<RenderedMail> => writeLinkMail(reset, 'passwordReset', { minutes: reset.minutes, href: reset.links.reset })

/** @param mail.minutes validity of the link in `links.signIn` */
export const magicLink = (
  mail: Addressed & { readonly minutes: number; readonly links: { readonly signIn: string } },
): Promise<RenderedMail> => writeLinkMail(mail, 'magicLink', { minutes: mail.minutes, href: mail.links.signIn })

/** Notifies the account's owner of a changed password. `links.reset`: the page to request another one. */
export function passwordChanged({
  brand,
  locale,
  firstName,
  links,
}: Addressed & { readonly links: { readonly reset: string } }): Promise<RenderedMail> {
  return writeMail(brand, locale, ({ t, paragraph, note, button }) => ({
    subject: t('passwordChanged.subject'),
    preview: t('passwordChanged.preview'),
    title: t('passwordChanged.title'),
    body: [
      paragraph(greeting(t, firstName)),
      paragraph(t('passwordChanged.body')),
      note(t('passwordChanged.notYou')),
      button(t('passwordChanged.button'), links.reset),
    ],
  }))
}
