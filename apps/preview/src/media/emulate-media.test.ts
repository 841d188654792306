import { describe, expect, test } from 'vitest'
import { rewriteQuery } from './emulate-media.ts'

const [yes, no] = ['(min-width: 0px)', '(max-width: 0px)']
const media = { 'forced-colors': 'active', 'prefers-reduced-motion': 'reduce' }

describe('a media query under a emulated', () => {
  test.each([
    ['(forced-colors: active)', yes],
    ['(forced-colors)', yes],
    ['(forced-colors:none)', no],
    ['( PREFERS-reduced-motion : reduce )', yes],
    ['(prefers-reduced-motion: no-preference)', no],
    ['(prefers-color-scheme: dark)', '(prefers-color-scheme: dark)'],
    ['(width < 40rem)', '(width < 40rem)'],
    ['print', 'print'],
    ['(forced-colors: active) and (width >= 96rem)', `${yes} and (width >= 96rem)`],
    ['not (forced-colors: active), (prefers-reduced-motion: reduce)', `not ${yes}, ${yes}`],
  ])('rewrites %s to %s', (query, rewritten) => expect(rewriteQuery(query, media)).toBe(rewritten))

  test('without emulated features is unchanged', () => expect(rewriteQuery('(forced-colors: active)', {})).toBe('(forced-colors: active)'))
})
