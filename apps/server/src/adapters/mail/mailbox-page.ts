import { createElement as h, Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { StoredMail } from './mailbox.ts'

/** The list of mails as HTML. A tool for developers: in English only. */
export function renderList(mails: readonly StoredMail[]): string {
  if (mails.length === 0)
    return renderPage('Mailbox', h('main', null, h('h1', null, 'Mailbox'), h('p', null, 'No mail yet. What the shop sends appears here.')))
  const rows = mails.map((mail) =>
    h(
      'li',
      { key: mail.id },
      h('a', { href: `/mail/${mail.id}` }, mail.subject),
      h(
        'p',
        null,
        `to ${mail.to}, `,
        renderTime(mail),
        mail.attachments.length > 0 && `, ${mail.attachments.map(({ filename }) => filename).join(', ')}`,
      ),
    ),
  )
  return renderPage('Mailbox', h('main', null, h('h1', null, 'Mailbox'), h('ol', { className: 'letters' }, rows)))
}

export function renderMail(mail: StoredMail, text: string): string {
  const attachments = mail.attachments.map(({ filename, size }, index) =>
    h('li', { key: index }, h('a', { href: `/mail/${mail.id}/attachment/${index}` }, filename), ` ${Math.ceil(size / 1024)} kB`),
  )
  return renderPage(
    mail.subject,
    h(
      'main',
      null,
      h('nav', null, h('a', { href: '/' }, 'Mailbox')),
      h('h1', null, mail.subject),
      h(
        'p',
        null,
        `from ${mail.from} to ${mail.to}, `,
        renderTime(mail),
        ', ',
        h('a', { href: `/mail/${mail.id}/message.eml` }, 'as .eml'),
      ),
      attachments.length > 0 && h(Fragment, null, h('h2', null, 'Attachments'), h('ul', null, attachments)),
      h('iframe', { title: 'The mail', src: `/mail/${mail.id}/html`, sandbox: 'allow-popups allow-popups-to-escape-sandbox' }),
      h('h2', null, 'Text part'),
      h('pre', null, text),
    ),
  )
}

export const renderMissing = (): string =>
  renderPage('No such mail', h('main', null, h('h1', null, 'No such mail'), h('p', null, h('a', { href: '/' }, 'Mailbox'))))

const renderTime = ({ at }: StoredMail): ReactNode => h('time', { dateTime: at }, at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'))

function renderPage(title: string, body: ReactNode): string {
  const head = h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('title', null, title),
    h('link', { rel: 'stylesheet', href: '/mailbox.css' }),
  )
  return `<!doctype html>${renderToStaticMarkup(h('html', { lang: 'en' }, head, h('body', null, h('aside', null, 'Mailbox of a test shop: none of this was delivered.'), body)))}`
}
