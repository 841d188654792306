import type { Brand, Locale } from '@playhouse/domain/brand'
import { formatOpeningHours } from '@playhouse/domain/opening-hours'
import { languageTag } from '@playhouse/shop-ui/i18n/locale'
import { createMessages } from '#modules/messages'
import de from '@playhouse/shop-ui/words/de/page.json' with { type: 'json' }
import en from '@playhouse/shop-ui/words/en/page.json' with { type: 'json' }
import enUs from '@playhouse/shop-ui/words/en-us/page.json' with { type: 'json' }
import es from '@playhouse/shop-ui/words/es/page.json' with { type: 'json' }
import ht from '@playhouse/shop-ui/words/ht/page.json' with { type: 'json' }
import sv from '@playhouse/shop-ui/words/sv/page.json' with { type: 'json' }
import { escapeHtml } from './escape-html.ts'

/** Texts of pages that no script has changed yet. */
export const pageWords = createMessages('page', { en, 'en-us': enUs, sv, de, es, ht })

/** Style of the notice; a part of the page's own style. */
export const noScriptCss =
  '.no-script{max-inline-size:40rem;margin:2rem auto;padding:1.5rem 1.25rem;border:1px solid var(--line);border-radius:var(--radius-m);' +
  'background:var(--raised);color:var(--ink);font:1rem/1.5 var(--font-body)}.no-script h2{margin:0;font:600 1.5rem/1.2 var(--font-display)}' +
  '.no-script a{color:var(--accent)}.no-script dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:0}' +
  '.no-script dt{font-weight:700}.no-script dd{margin:0}.no-script>p{margin:.5rem 0 1rem}'

/** Tells visitors without script how to book: the box office with address, telephone, e-mail and opening hours. */
export function noScriptNotice(brand: Brand, locale: Locale): string {
  const t = pageWords(brand, locale)
  const { boxOffice, address, phone, email } = brand.contact
  const hours = brand.boxOfficeHours && formatOpeningHours(brand.boxOfficeHours, locale)
  const facts: [name: string, html: string][] = [
    [t('noScript.phone'), `<a href="tel:${escapeHtml(phone.replaceAll(/[^+\d]/g, ''))}">${escapeHtml(phone)}</a>`],
    [t('noScript.email'), `<a href="mailto:${escapeHtml(email)}">${escapeHtml(email)}</a>`],
    [t('noScript.address'), escapeHtml(address)],
    ...(hours
      ? [
          [t('noScript.hours'), hours.map((line) => `<p>${escapeHtml(line.days)}: ${escapeHtml(line.hours)}</p>`).join('')] satisfies [
            string,
            string,
          ],
        ]
      : []),
  ]
  return (
    `<noscript><section class="no-script" lang="${languageTag(locale)}"><h2>${escapeHtml(boxOffice)}</h2>` +
    `<p>${escapeHtml(t('noScript.text'))}</p><dl>${facts.map(([name, html]) => `<dt>${escapeHtml(name)}</dt><dd>${html}</dd>`).join('')}</dl></section></noscript>`
  )
}
