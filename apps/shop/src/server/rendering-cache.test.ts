import { expect, it } from 'vitest'
import { trackReads } from './read-tracker.ts'
import { createRenderingCache } from './rendering-cache.ts'

type Personal = {
  session: { customer: { id: string; firstName: string } | null; basket: { count: number; deadline?: string } }
  notes: string[]
}
const visitor = (id: string | null, count = 2, notes: string[] = []): Personal => ({
  session: { customer: id === null ? null : { id, firstName: `Name of ${id}` }, basket: { count, deadline: `deadline of ${id}` } },
  notes,
})
const renderedAt = '2026-11-26T12:00:00.000Z'

/** A cache, and a function that renders for a visitor, or returns what it kept for another. */
function openCache(view: (data: Personal) => unknown) {
  let time = 0
  const cache = createRenderingCache(() => time)
  const page = (personalData: Personal, { key = 'en /', publicData = '{}' } = {}): { html: string; isReused: boolean } => {
    const input = { key, publicData, personalData }
    const recent = cache.find(input)
    if (recent) return { html: recent.html, isReused: true }
    const tracked = trackReads(personalData)
    const html = String(view(tracked.data))
    cache.store(input, tracked.reads(), { title: html, html, css: '', renderedAt })
    return { html, isReused: false }
  }
  return { page, wait: (ms: number) => (time += ms) }
}

/** Views of a page, each with a visitor for whom it is the same as for `visitor('a')`, and one for whom it is not. */
const views: readonly [name: string, view: (data: Personal) => unknown, same: Personal, other: Personal][] = [
  ['whether there is a customer', ({ session }) => (session.customer ? 'in' : 'out'), visitor('b'), visitor(null)],
  ['a name', ({ session }) => session.customer?.firstName, visitor('a', 9), visitor('b')],
  ['a number', ({ session: { basket } }) => basket.count, visitor('b'), visitor('a', 3)],
  ['all values of an object', ({ session }) => JSON.stringify(session), visitor('a', 2, ['x']), visitor('b')],
  ['a copy of an object', ({ session }) => ({ ...session.customer }).firstName, visitor('a', 9), visitor('b')],
  ['the names of values', ({ session }) => Object.keys(session.customer ?? {}), visitor('a', 9), visitor(null)],
  [
    'a value by its descriptor',
    ({ session }) => Object.getOwnPropertyDescriptor(session.customer ?? {}, 'id')?.value,
    visitor('a', 9),
    visitor('b'),
  ],
  ['the length of a list', ({ notes }) => notes.length, visitor('b'), visitor('a', 2, ['x'])],
  ['the parts of a list', ({ notes }) => notes.map((note) => note.toUpperCase()), visitor('b'), visitor('a', 2, ['x'])],
  [
    'whether a value is present',
    ({ session }) => 'deadline' in session.basket,
    visitor('b'),
    { ...visitor('a'), session: { customer: null, basket: { count: 1 } } },
  ],
  ['whether a list contains a text', ({ notes }) => notes.includes('x'), visitor('b'), visitor('a', 2, ['x'])],
]

it.each(views)('repeats a page that shows %s only to visitors for whom it is the same', (_, view, same, other) => {
  const { page } = openCache(view)
  const first = page(visitor('a'))
  expect(page(same)).toEqual({ html: first.html, isReused: true })
  expect(page(other)).toEqual({ html: String(view(other)), isReused: false })
})

it('shows every visitor what a separate rendering shows, in any order', () => {
  const visitors = [null, 'a', 'b', 'c'].flatMap((id) => [0, 1, 2].map((count) => visitor(id, count, id === 'c' ? ['x', 'y'] : [])))
  for (const [name, view] of views) {
    const { page } = openCache(view)
    for (const data of [...visitors, ...visitors.toReversed()]) expect(page(data).html, name).toBe(String(view(data)))
  }
})

it('renders again for other public data, another page, and after half a minute', () => {
  const { page, wait } = openCache(({ session }) => session.basket.count)
  page(visitor('a'))
  expect(page(visitor('a'), { publicData: '{"price":1}' }).isReused).toBe(false)
  expect(page(visitor('a'), { key: 'de /' }).isReused).toBe(false)
  wait(29_999)
  expect(page(visitor('a')).isReused).toBe(true)
  wait(1)
  expect(page(visitor('a')).isReused).toBe(false)
})

it('keeps a limited number of renderings, of one page and in all', () => {
  const { page } = openCache(({ session }) => session.basket.count)
  for (let count = 0; count < 21; count++) page(visitor('a', count))
  expect(page(visitor('a', 1)).isReused).toBe(true)
  expect(page(visitor('a', 0)).isReused).toBe(false)
  for (let each = 0; each < 150; each++) page(visitor('a', 7), { key: `en /${each}` })
  expect(page(visitor('a', 7)).isReused).toBe(false)
  expect(page(visitor('a', 7), { key: 'en /149' }).isReused).toBe(true)
})
