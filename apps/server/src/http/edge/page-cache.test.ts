import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { createPageCache, type WrittenPage } from './page-cache.ts'

const page = (html: string, rest: Partial<WrittenPage> = {}): WrittenPage => ({
  status: 200,
  opening: '',
  contentHeadAt: 0,
  data: '',
  middle: '',
  rootTag: '',
  root: html,
  end: '',
  early: '',
  policy: '',
  isCacheable: true,
  ...rest,
})

function openCache() {
  let [clock, written] = [0, 0]
  const cache = createPageCache(() => clock)
  return {
    cache,
    pass: (milliseconds: number) => (clock += milliseconds),
    written: () => written,
    find: async (path: string, version: string, html = path, rest?: Partial<WrittenPage>) =>
      (await cache.find('en', path, version, async () => (written++, page(html, rest)))).root,
  }
}

it('writes a page once for a version, and again for the next', async () => {
  const { find, written } = openCache()
  expect(await find('/', '1', 'first')).toBe('first')
  expect(await find('/', '1', 'never written')).toBe('first')
  expect(await find('/', '2', 'second')).toBe('second')
  expect(written()).toBe(2)
})

it('writes a page again after half a minute', async () => {
  const { find, pass } = openCache()
  await find('/', '1', 'first')
  pass(30_001)
  expect(await find('/', '1', 'later')).toBe('later')
})

it('writes one page for requests at the same time, and a failed one again', async () => {
  const { cache, written, find } = openCache()
  await Promise.all([find('/', '1'), find('/', '1'), find('/', '1')])
  expect(written()).toBe(1)
  await expect(cache.find('en', '/terms', '1', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect(await find('/terms', '1', 'written')).toBe('written')
})

it('keeps no page that must not be cached, and drops none for it', async () => {
  const { find } = openCache()
  await find('/', '1', 'home')
  for (let nth = 0; nth < 500; nth++) await find(`/unknown-${nth}`, '1', '', { isCacheable: false })
  expect(await find('/unknown-1', '1', 'again')).toBe('again')
  expect(await find('/', '1', 'never written')).toBe('home')
})

it('drops the least recently used of more than 300 pages', async () => {
  const { find } = openCache()
  for (let nth = 0; nth < 300; nth++) await find(`/${nth}`, '1', 'first')
  await find('/0', '1')
  await find('/300', '1')
  expect(await find('/0', '1', 'second')).toBe('first')
  expect(await find('/1', '1', 'second')).toBe('second')
})

it('identifies a page by a checksum of its bytes', async () => {
  const { cache } = openCache()
  const cached = await cache.find('en', '/', '1', async () => page('text'))
  expect(cached).toMatchObject({ etag: `W/"${createHash('sha256').update('text').digest('base64url')}"` })
})
