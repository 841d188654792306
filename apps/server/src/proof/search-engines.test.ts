import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { locales } from '@playhouse/domain/brand'
import { formatOpeningHours } from '@playhouse/domain/opening-hours'
import type { Production } from '@playhouse/domain/season'
import { languageTag } from '@playhouse/shop-ui/i18n/locale'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from './test-server.ts'

const shopFolder = fileURLToPath(new URL('../../../shop/', import.meta.url))
const origin = 'https://tickets.example'

let front: TestServer
beforeAll(async () => {
  front = await startTestServer({ origin, http: { shopFolder }, change: (brand) => ({ ...brand, locales: [...locales] }) })
})
afterAll(() => front.close())

async function setProduction(change: Partial<Production>): Promise<void> {
  const { db, catalogue } = front.theatre
  await sql`update production set data = data || ${JSON.stringify(change)}::jsonb where id = 'the-tempest'`.execute(db)
  await catalogue.refresh()
}
const get = (url: string, headers: Record<string, string> = {}) =>
  front.app.inject({ url, headers: { 'accept-language': 'en-GB', ...headers } })
const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const unescape = (text: string): string => text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!)
/** Content as an HTML parser reads it: an attribute ends at its quote, a title at its end tag, and a script at `</script`. */
const content = (html: string, name: string): string =>
  unescape(new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(html)![1]!)
const titleOf = (html: string): string => unescape(/<title>(.*?)<\/title/s.exec(html)![1]!)
const dataOf = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script/gis)].map(
    ([, text]) => JSON.parse(text!) as Record<string, unknown>,
  )
/** Start tags outside of scripts and styles, with their attributes. */
const elementsOf = (html: string): string[] =>
  [...html.replaceAll(/(<(script|style)\b[^>]*>).*?(?=<\/\2)/gis, '$1').matchAll(/<[a-z][^>]*>/gi)].map(([tag]) => tag)

describe('robots.txt', () => {
  it('excludes personal pages, and names the sitemap', async () => {
    const { body, headers } = await get('/robots.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    for (const path of ['/api/', '/account', '/checkout', '/smart']) expect(body).toContain(`\nDisallow: ${path}\n`)
    expect(body).not.toMatch(/^Disallow: \/(events)?$/m)
    expect(body).toContain(`\nSitemap: ${origin}/sitemap.xml\n`)
  })

  it('excludes every page of a test shop', async () => {
    const test = await startTestServer({ change: (brand) => ({ ...brand, isTestShop: true }) })
    expect((await test.app.inject('/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n')
    await test.close()
  })
})

describe('sitemap.xml', () => {
  it('lists pages that exist, without performances that are over', async () => {
    const { body, headers } = await get('/sitemap.xml')
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(body.replaceAll(/<url><loc>[^<]*<\/loc><\/url>\n/g, '')).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n</urlset>\n',
    )
    const urls = [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => unescape(url!))
    expect(urls).toContain(`${origin}/`)
    expect(urls).toContain(`${origin}/events/the-tempest/tonight`)
    for (const url of urls) expect((await get(url.slice(origin.length))).statusCode, url).toBe(200)
  })

  it('is not sent again while its ETag is current', async () => {
    const { headers } = await get('/sitemap.xml')
    expect((await get('/sitemap.xml', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  })
})

describe('calendars', () => {
  /** The events of a calendar, by property; long lines are folded (RFC 5545, 3.1). */
  const eventsOf = (text: string): Record<string, string>[] =>
    [...text.replaceAll('\r\n ', '').matchAll(/BEGIN:VEVENT\r\n(.*?)END:VEVENT/gs)].map(([, lines]) =>
      Object.fromEntries(lines!.split('\r\n').map((line) => [line.split(/[:;]/)[0]!, line.slice(line.indexOf(':') + 1)])),
    )

  it('have the performances to come, at their instants, with a link to the page', async () => {
    const { body, headers } = await get('/calendar.ics')
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    const instance = (await front.theatre.catalogue.performanceDetails('tonight'))!
    const events = eventsOf(body)
    const tonight = events.find(({ URL }) => URL === `${origin}/events/the-tempest/tonight`)!
    const instant = (epochMs: number) => new Date(epochMs).toISOString().replaceAll(/[-:]|\.\d+/g, '')
    expect(tonight).toMatchObject({
      UID: expect.stringMatching(/^tonight@/),
      DTSTART: instant(instance.startsAt),
      DTEND: instant(instance.startsAt + instance.production.runningTime * 60_000),
      SUMMARY: 'The Tempest',
    })
    for (const { DTSTART = '' } of events) expect(DTSTART > instant(Date.now() - 3_600_000)).toBe(true)
    expect((await get('/calendar.ics', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  })

  it('are of one production too, with its title in the language of the link; a cancelled performance stays', async () => {
    await setProduction({ translations: { de: { title: 'Der Sturm' } } })
    const setSale = (sale: 'cancelled' | 'on-sale') =>
      front.theatre.db.updateTable('performance').set({ sale }).where('id', '=', 'tonight').execute()
    await setSale('cancelled')
    await front.theatre.catalogue.refresh()
    const [, href = ''] = /<link rel="alternate" type="text\/calendar" href="([^"]*)">/.exec(
      (await get('/events/the-tempest', { 'accept-language': 'de' })).body,
    )!
    const { body } = await get(unescape(href))
    expect(body).toContain('NAME:Der Sturm')
    const events = eventsOf(body)
    expect(new Set(events.map(({ SUMMARY }) => SUMMARY))).toEqual(new Set(['Der Sturm']))
    expect(events.filter(({ STATUS }) => STATUS === 'CANCELLED').map(({ URL }) => URL)).toContain(`${origin}/events/the-tempest/tonight`)
    expect((await get('/events/no-such/calendar.ics')).statusCode).toBe(404)
    await setSale('on-sale')
    await setProduction({ translations: {} })
  })
})

describe('structured data', () => {
  it('describes a performance with its picture, performers and the begin of its sale', async () => {
    await setProduction({ performers: [{ kind: 'person', name: 'Odette Marlowe' }] })
    const [event] = dataOf((await get('/events/the-tempest/tonight')).body)
    const instance = await front.theatre.catalogue.performanceDetails('tonight')
    expect(event).toMatchObject({
      '@type': 'TheaterEvent',
      url: `${origin}/events/the-tempest/tonight`,
      image: [expect.stringMatching(/^https:\/\/tickets\.example\/social-card\/[0-9a-f]{16}\/the-tempest\.png$/)],
      performer: [{ '@type': 'Person', name: 'Odette Marlowe' }],
      location: { '@type': 'PerformingArtsTheater', name: front.theatre.brand.name, address: front.theatre.brand.contact.address },
      offers: { price: expect.stringMatching(/^\d+\.\d\d$/), validFrom: new Date(instance!.generalSaleAt).toISOString() },
    })
  })

  it('describes the theatre with the opening hours of its box office', async () => {
    const [theatre] = dataOf((await get('/')).body)
    expect(theatre).toMatchObject({ '@type': 'PerformingArtsTheater', telephone: front.theatre.brand.contact.phone })
    expect(theatre!['openingHoursSpecification']).toContainEqual({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: ['https://schema.org/Sunday'],
      opens: '12:00',
      closes: '18:00',
    })
  })
})

describe('social cards', () => {
  const size = (png: Buffer): number[] => [png.readUInt32BE(16), png.readUInt32BE(20)]

  it.each(['/', '/events/the-tempest', '/events/the-tempest/tonight'])('%s names a PNG of 1200 × 630 that exists', async (path) => {
    const page = (await get(path)).body
    const { headers, rawPayload } = await get(content(page, 'og:image').slice(origin.length))
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable' })
    expect(rawPayload.subarray(1, 4).toString()).toBe('PNG')
    expect(size(rawPayload)).toEqual([1200, 630])
    expect([content(page, 'og:image:width'), content(page, 'og:image:height')]).toEqual(['1200', '630'])
  })

  it('redirects another version to the current one, and has none of an unknown production', async () => {
    const { statusCode, headers } = await get('/social-card/0000000000000000/the-tempest.png')
    expect([statusCode, headers.location]).toEqual([302, expect.stringMatching(/^\/social-card\/[0-9a-f]{16}\/the-tempest\.png$/)])
    expect((await get('/social-card/0000000000000000/no-such-play.png')).statusCode).toBe(404)
  })

  it('has another path after the title has changed', async () => {
    const path = async (): Promise<string> => content((await get('/events/the-tempest')).body, 'og:image')
    const before = await path()
    await setProduction({ title: 'The Tempest, again' })
    expect(await path()).not.toBe(before)
  })
})

describe('hostile titles', () => {
  it.each([
    ['quotes', `"Romeo" & 'Juliet' <b onload="alert(1)">`],
    ['the end of a script element', '</script><script>alert(1)</script><!--'],
    ['right-to-left text with overrides', '\u202Eהסערה\u202C (العاصفة) "The Tempest"'],
    ['300 characters without a space', 'Supercalifragilistic'.repeat(15)],
    ['patterns of String.replace', "$& $1 $` $' <!--head--> %nonce%"],
  ])('shows a title with %s as text, and draws its card', async (_, title) => {
    await setProduction({ title, performers: [{ kind: 'group', name: title }] })
    const page = (await get('/events/the-tempest/tonight')).body
    expect(titleOf(page).startsWith(title)).toBe(true)
    expect(content(page, 'og:image:alt')).toBe(title)
    expect(dataOf(page)).toMatchObject([{ name: title, performer: [{ name: title }] }])
    // Nothing of the title has become an element or an attribute of the page.
    expect(elementsOf(page).filter((tag) => /^<b\b/.test(tag) || /\sonload="/.test(tag) || tag === '<script>')).toEqual([])
    expect(elementsOf(page).filter((tag) => tag === '<body>')).toHaveLength(1)
    const { statusCode, rawPayload } = await get(content(page, 'og:image').slice(origin.length))
    expect(statusCode).toBe(200)
    expect(rawPayload.length).toBeGreaterThan(5_000)
    expect((await get('/sitemap.xml')).body).not.toContain(title)
  })
})

describe('a page without script', () => {
  it.each(locales)('gives the box office with its address, telephone and opening hours in %s', async (locale) => {
    const { body } = await get('/', { 'accept-language': languageTag(locale) })
    const notice = /<noscript>(.*?)<\/noscript>/s.exec(body)![1]!
    const { contact } = front.theatre.brand
    expect(notice).toContain(`<section class="no-script" lang="${languageTag(locale)}">`)
    expect(notice).toContain(contact.address)
    expect(notice).toMatch(/<a href="tel:[\d+]+">/)
    expect(notice).toContain(`>${contact.phone}</a>`)
    expect(notice.match(/<dt>/g)).toHaveLength(4)
    for (const { days, hours } of formatOpeningHours(front.theatre.brand.boxOfficeHours!, locale))
      expect(notice).toContain(`<p>${days}: ${hours}</p>`)
    // A missing text is shown as its key.
    expect(notice).not.toContain('noScript.')
  })
})
