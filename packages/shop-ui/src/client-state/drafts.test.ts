// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { restoreDrafts, useDrafts } from './drafts.ts'

beforeEach(() => {
  sessionStorage.clear()
  useDrafts.getState().deleteAll()
})

it('saves form values but never a password', () => {
  useDrafts.getState().saveForm('register', { email: 'ada@example.com', password: 'Secret123', confirmPassword: 'Secret123' })
  expect(useDrafts.getState().forms['register']).toEqual({ email: 'ada@example.com' })
  expect(sessionStorage.getItem('drafts')).not.toContain('Secret123')
})

it('starts empty when the storage can’t be parsed', async () => {
  sessionStorage.setItem('drafts', '{broken')
  await restoreDrafts()
  expect(useDrafts.getState().seats).toEqual({})
  useDrafts.getState().chooseSeats('hamlet-1', [{ seat: 's1', priceType: 'full' }])
  expect(useDrafts.getState().seats['hamlet-1']).toHaveLength(1)
})
