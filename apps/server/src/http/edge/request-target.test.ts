import { expect, it } from 'vitest'
import { originForm } from './request-target.ts'

it.each([
  ['/api/session?x=http://elsewhere', '/api/session?x=http://elsewhere'],
  ['http://shop.example/api/session', '/api/session'],
  ['HTTPS://shop.example:443', '/'],
  ['http://shop.example?x', '/?x'],
  ['//shop.example/basket', '//shop.example/basket'],
  ['*', '*'],
])('parses %s as %s', (url, path) => expect(originForm(url)).toBe(path))
