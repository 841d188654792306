// @vitest-environment jsdom
import { renderToString } from 'react-dom/server'
import type { CSSProperties } from 'react'
import { expect, it } from 'vitest'
import { applyInlineStyles } from '../hydration.ts'
import { extractInlineStyles } from './inline-styles.ts'

const style = { '--logo': 'url("/brand/logo.svg")', '--hue': 210 } as CSSProperties
const source = renderToString(
  <p style={style} title={'a style="color:red" in a title'}>
    style="color:blue"
  </p>,
)

it('moves every inline style of rendered HTML into a style sheet', () => {
  const { html, css } = extractInlineStyles(source)
  expect(html).not.toContain(' style="')
  expect(css).toBe(String.raw`#shop [data-style="--logo:url(\"/brand/logo.svg\");--hue:210"]{--logo:url("/brand/logo.svg");--hue:210}`)
})

it('sets the styles on the elements again before hydration', () => {
  document.body.innerHTML = extractInlineStyles(source).html
  applyInlineStyles(document.body)
  const element = document.querySelector('p')!
  expect(element.style.getPropertyValue('--hue')).toBe('210')
  expect(element.style.getPropertyValue('--logo')).toContain('/brand/logo.svg')
  expect(element.hasAttribute('data-style')).toBe(false)
})

it.each(['</style><script>', '{}', '@import "x"', String.raw`\3c`])('writes no rule for a style with %s', (text) => {
  expect(
    extractInlineStyles(`<p style="--a:${text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')}"></p>`).css,
  ).toBe('')
})
