import { expect, it } from 'vitest'
import { permissionOfPage } from './page-permissions.ts'

it.each([
  ['/smart/book', 'read-performances'],
  ['/smart/book/the-tempest-1', 'sell'],
  ['/smart/productions', 'read-programme'],
  ['/smart/productions/lear', 'read-programme'],
  ['/smart/productions/lear/run', 'edit-programme'],
  ['/smart/productions/lear/translations', 'edit-programme'],
  ['/smart/productions/lear/performances/lear-1', 'read-programme'],
  ['/smart/productions/lear/performances/lear-1/plan', 'edit-programme'],
  ['/smart/productions/new', 'edit-programme'],
  ['/smart/performance-types', 'read-programme'],
  ['/smart/prices/weekday', 'read-programme'],
  ['/smart/catalogue/fund', 'read-programme'],
  ['/smart/catalogue/access-cards', 'read-access-cards'],
  ['/smart/programme-file', 'read-programme'],
  ['/smart/moving-in', 'move-in'],
  ['/smart/offers/new', 'edit-offers'],
  ['/smart/offers/TENOFF', 'read-programme'],
  ['/smart/halls/new', 'edit-plans'],
  ['/smart/halls/main', 'read-programme'],
  ['/smart/sign-in', undefined],
])('the page %s needs %s', (path, permission) => {
  expect(permissionOfPage(path)).toBe(permission)
})
