import { expect, it } from 'vitest'
import type { PageFrame } from './page-html.ts'
import { createPageFrames } from './page-frames.ts'

const frameOf = (status: number): PageFrame => ({ description: { status } }) as PageFrame

it('writes a frame once for each version, locale and path, for half a minute', async () => {
  let time = 0
  let written = 0
  const frames = createPageFrames(() => time)
  const find = (path: string, version: string | undefined, locale: 'en' | 'de' = 'en') =>
    frames.find(locale, path, version, async () => {
      written++
      return frameOf(200)
    })
  const first = await find('/', '1')
  expect(await find('/', '1')).toBe(first)
  await find('/', '2')
  await find('/', '2', 'de')
  await find('/terms', '2')
  expect(written).toBe(4)
  time = 29_999
  await find('/', '2')
  expect(written).toBe(4)
  time = 30_000
  await find('/', '2')
  expect(written).toBe(5)
  await find('/', undefined)
  expect(written).toBe(6)
})

it('keeps 300 frames, and none of an unknown path', async () => {
  const frames = createPageFrames()
  const written: string[] = []
  const find = (path: string, status = 200) =>
    frames.find('en', path, '1', async () => {
      written.push(path)
      return frameOf(status)
    })
  for (let page = 0; page < 300; page++) await find(`/events/${page}`)
  for (let page = 0; page < 300; page++) await find(`/no-such-page/${page}`, 404)
  written.length = 0
  for (let page = 0; page < 300; page++) await find(`/events/${page}`)
  await find('/no-such-page/0', 404)
  await find('/terms')
  await find('/events/0')
  expect(written).toEqual(['/no-such-page/0', '/terms', '/events/0'])
})
