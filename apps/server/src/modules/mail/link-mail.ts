import type { Brand, Locale } from '@playhouse/domain/brand'
import { greeting } from './greeting.ts'
import { type RenderedMail, writeMail } from './mail-template.ts'

/** The recipient of a mail, with the brand that sends it. */
export type Addressed = { readonly brand: Brand; readonly locale: Locale; readonly firstName: string }

/**
 * Renders a mail whose purpose is one link, from the texts `<key>.subject`, `.preview`, `.title`, `.body`, `.button` and `.notYou`.
 * @param link.minutes validity of the link
 */
export function writeLinkMail(
  { brand, locale, firstName }: Addressed,
  key: 'passwordReset' | 'magicLink' | 'emailChange' | 'guestOrders',
  { minutes, href }: { readonly minutes: number; readonly href: string },
): Promise<RenderedMail> {
  return writeMail(brand, locale, ({ t, paragraph, note, button }) => ({
    subject: t(`${key}.subject`, { brand: brand.name }),
    preview: t(`${key}.preview`, { count: minutes }),
    title: t(`${key}.title`),
    body: [
      paragraph(greeting(t, firstName)),
      paragraph(t(`${key}.body`, { count: minutes })),
      button(t(`${key}.button`), href),
      note(t(`${key}.notYou`)),
    ],
  }))
}
