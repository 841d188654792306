import { createElement as h, Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { StoredMail } from './mailbox.ts'

/** A tool of developers, and in English like their code. */
export function renderList(letters: readonly StoredMail[]): string {
  if (letters.length === 0)
    return renderPage('Mailbox', h('main', null, h('h1', null, 'Mailbox'), h('p', null, 'No mail yet. What the shop sends appears here.')))
  const rows = letters.map((letter) =>
    h(
      'li',
      { key: letter.id },
      h('a', { href: `/mail/${letter.id}` }, letter.subject),
      h(
        'p',
        null,
        `to ${letter.to}, `,
        renderTime(letter),
        letter.attachments.length > 0 && `, ${letter.attachments.map(({ filename }) => filename).join(', ')}`,
      ),
    ),
  )
  return renderPage('Mailbox', h('main', null, h('h1', null, 'Mailbox'), h('ol', { className: 'letters' }, rows)))
}

export function renderMail(letter: StoredMail, text: string): string {
  const attachments = letter.attachments.map(({ filename, size }, index) =>
    h('li', { key: index }, h('a', { href: `/mail/${letter.id}/attachment/${index}` }, filename), ` ${Math.ceil(size / 1024)} kB`),
  )
  return renderPage(
    letter.subject,
    h(
      'main',
      null,
      h('nav', null, h('a', { href: '/' }, 'Mailbox')),
      h('h1', null, letter.subject),
      h(
        'p',
        null,
        `from ${letter.from} to ${letter.to}, `,
        renderTime(letter),
        ', ',
        h('a', { href: `/mail/${letter.id}/message.eml` }, 'as .eml'),
      ),
      attachments.length > 0 && h(Fragment, null, h('h2', null, 'Attachments'), h('ul', null, attachments)),
      h('iframe', { title: 'The mail', src: `/mail/${letter.id}/html`, sandbox: 'allow-popups allow-popups-to-escape-sandbox' }),
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
