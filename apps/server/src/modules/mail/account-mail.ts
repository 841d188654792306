import type { Brand, Locale } from '@playhouse/domain/brand'
import { greeting } from './greeting.ts'
import { type RenderedMail, writeMail } from './mail-template.ts'

type Addressed = { readonly brand: Brand; readonly locale: Locale; readonly firstName: string }

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
export function passwordReset(
  reset: Addressed & { readonly minutes: number; readonly links: { readonly reset: string } },
): Promise<RenderedMail> {
  const { brand, locale, firstName, minutes, links } = reset
  return writeMail(brand, locale, ({ t, paragraph, note, button }) => ({
    subject: t('passwordReset.subject'),
    preview: t('passwordReset.preview', { count: minutes }),
    title: t('passwordReset.title'),
    body: [
      paragraph(greeting(t, firstName)),
      paragraph(t('passwordReset.body', { count: minutes })),
      button(t('passwordReset.button'), links.reset),
      note(t('passwordReset.notYou')),
    ],
  }))
}

/** @param mail.minutes validity of the link in `links.signIn` */
export function magicLink(
  mail: Addressed & { readonly minutes: number; readonly links: { readonly signIn: string } },
): Promise<RenderedMail> {
  const { brand, locale, firstName, minutes, links } = mail
  return writeMail(brand, locale, ({ t, paragraph, note, button }) => ({
    subject: t('magicLink.subject', { brand: brand.name }),
    preview: t('magicLink.preview', { count: minutes }),
    title: t('magicLink.title'),
    body: [
      paragraph(greeting(t, firstName)),
      paragraph(t('magicLink.body', { count: minutes })),
      button(t('magicLink.button'), links.signIn),
      note(t('magicLink.notYou')),
    ],
  }))
}

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
