import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Hr } from '@react-email/hr'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { render } from '@react-email/render'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import type { Messages } from '#modules/messages'
import { createElement as h, type ReactNode } from 'react'
import type { Brand, Locale } from '@playhouse/domain/brand'
import { type MailTheme, createMailTheme } from './mail-theme.ts'
import { mailWords } from './mail-words.ts'

export type RenderedMail = { readonly subject: string; readonly html: string; readonly text: string }

/** The building blocks of a mail's body: the brand's texts and theme, and the kinds of paragraph. */
export type MailWriter = {
  readonly t: Messages
  readonly look: MailTheme
  readonly heading: (text: string) => ReactNode
  readonly paragraph: (text: string) => ReactNode
  readonly note: (text: string) => ReactNode
  readonly button: (text: string, href: string) => ReactNode
  readonly rule: () => ReactNode
}

/** The content of one mail. */
export type MailContent = {
  readonly subject: string
  readonly preview: string
  readonly title: string
  readonly body: readonly ReactNode[]
  /** Why the recipient gets it; by default because of their order or account. */
  readonly why?: string
  /** schema.org objects for mail programs. */
  readonly data?: readonly object[]
}

/** Renders a mail in the brand's template: HTML with headings in order, and plain text. */
export async function writeMail(brand: Brand, locale: Locale, write: (pen: MailWriter) => MailContent): Promise<RenderedMail> {
  const pen = createMailWriter(brand, locale)
  const content = write(pen)
  const letter = brand.isTestShop
    ? {
        ...content,
        subject: pen.t('test.subject', { subject: content.subject }),
        body: [pen.paragraph(pen.t('test.note')), ...content.body],
      }
    : content
  const mail = h(MailDocument, { brand, locale, pen, letter })
  const [html, text] = await Promise.all([render(mail), render(mail, { plainText: true, htmlToTextOptions: plainTextOptions })])
  return { subject: letter.subject.replace(/\s*[\r\n]+\s*/g, ' '), html, text }
}

/** JSON that cannot close its script element. */
const json = (value: object): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

const plainTextOptions = {
  wordwrap: 78,
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'h2', options: { uppercase: false } },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    { selector: '.preview', format: 'skip' },
    { selector: 'script', format: 'skip' },
    { selector: 'table.sums', format: 'dataTable', options: { colSpacing: 3, uppercaseHeaderCells: false } },
  ],
}

function createMailWriter(brand: Brand, locale: Locale): MailWriter {
  const look = createMailTheme(brand)
  const gap = { margin: '0 0 16px' }
  return {
    t: mailWords(brand, locale),
    look,
    heading: (text) => h(Heading, { as: 'h2', ...look.styleOf('ink', { ...look.display, fontSize: '20px', margin: '32px 0 8px' }) }, text),
    paragraph: (text) => h(Text, look.styleOf('ink', { ...look.body, ...gap }), text),
    note: (text) => h(Text, look.styleOf('soft', { ...look.body, ...gap, fontSize: '14px' }), text),
    button: (text, href) =>
      h(
        Button,
        {
          href,
          ...look.styleOf('button', {
            ...look.body,
            padding: '12px 24px',
            borderRadius: brand.shape['radius-m'],
            fontWeight: 650,
            textDecoration: 'none',
          }),
        },
        text,
      ),
    rule: () => h(Hr, look.styleOf('rule', { margin: '32px 0' })),
  }
}

function MailDocument({ brand, locale, pen, letter }: { brand: Brand; locale: Locale; pen: MailWriter; letter: MailContent }): ReactNode {
  const { look, t } = pen
  const language = locale === 'en' ? 'en-GB' : locale === 'en-us' ? 'en-US' : locale
  const head = h(
    Head,
    null,
    h('title', null, letter.subject),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('style', null, look.darkSheet),
    ...(letter.data ?? []).map((object, key) =>
      h('script', { key, type: 'application/ld+json', dangerouslySetInnerHTML: { __html: json(object) } }),
    ),
  )
  const sheet = h(
    Container,
    look.styleOf('sheet', {
      maxWidth: '600px',
      padding: '32px 24px',
      border: `1px solid ${brand.colours.light.line}`,
      borderRadius: brand.shape['radius-l'],
    }),
    h(Text, look.styleOf('link', { ...look.display, fontSize: '18px', margin: '0 0 24px' }), brand.name),
    h(Heading, { as: 'h1', ...look.styleOf('ink', { ...look.display, fontSize: '30px', margin: '0 0 16px' }) }, letter.title),
    ...letter.body,
    pen.rule(),
    pen.heading(t('contact.title')),
    pen.paragraph(t('contact.body')),
    pen.note([brand.legalName, brand.contact.address].join(', ')),
    pen.note(letter.why ?? t('contact.why')),
    h(
      Text,
      look.styleOf('soft', { ...look.body, fontSize: '14px', margin: '0' }),
      h(Link, { href: `mailto:${brand.contact.email}`, ...look.styleOf('link') }, brand.contact.email),
    ),
  )
  return h(
    Html,
    { lang: language, dir: 'ltr' },
    head,
    h(
      Body,
      look.styleOf('page', { margin: '0', padding: '24px 8px' }),
      h(Preview, { className: 'preview', children: letter.preview }),
      h(Section, { role: 'main' }, sheet),
    ),
  )
}
