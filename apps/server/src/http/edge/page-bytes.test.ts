import { expect, it } from 'vitest'
import { bytesOf } from './page-bytes.ts'
import { htmlOf, type PageHtml } from './page-html.ts'

const page: PageHtml = {
  opening: '<html><head><title>“Hamlet” – £12</title><script>{"site":{}',
  contentHeadAt: 12,
  data: ',"queries":["ö"]}</script>',
  middle: '</head><body>',
  rootTag: '<div id="shop">',
  root: '<h1>Ofelia 🎭</h1>',
  end: '</div></body></html>',
  early: '',
}

it('encodes a page in UTF-8, also where parts of it were encoded before', () => {
  expect(bytesOf(page).toString()).toBe(htmlOf(page))
  const next = { ...page, data: ',"queries":["ñ"]}</script>' }
  expect(bytesOf(next).toString()).toBe(htmlOf(next))
})

it('encodes parts that were dropped', () => {
  for (let nth = 0; nth < 700; nth++) bytesOf({ ...page, root: `<p>${nth}</p>` })
  const first = { ...page, root: '<p>0</p>' }
  expect(bytesOf(first).toString()).toBe(htmlOf(first))
})
