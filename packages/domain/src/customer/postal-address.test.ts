import { expect, it } from 'vitest'
import { addressLines, hasRegion, isSameAddress, type PostalAddress, regionFieldOf, toPostalAddress } from './postal-address.ts'

const address: PostalAddress = {
  ...{ line1: '99 Ryerson Street', line2: 'Apt 2', line3: '', city: 'Brooklyn' },
  ...{ state: 'NY', postcode: '11205', country: 'US' },
}

it.each([
  [{}, ['99 Ryerson Street', 'Apt 2', 'Brooklyn, NY 11205']],
  [{ state: '', line2: '' }, ['99 Ryerson Street', 'Brooklyn, 11205']],
  [{ state: '', postcode: '' }, ['99 Ryerson Street', 'Apt 2', 'Brooklyn']],
  [{ country: 'GB' }, ['99 Ryerson Street', 'Apt 2', 'Brooklyn', 'NY', '11205']],
  [{ country: 'GB', county: 'Kent', state: '' }, ['99 Ryerson Street', 'Apt 2', 'Brooklyn', 'Kent', '11205']],
  [{ country: 'GB', county: 'Kent', state: 'Kent' }, ['99 Ryerson Street', 'Apt 2', 'Brooklyn', 'Kent', '11205']],
  [{ county: 'Kings County' }, ['99 Ryerson Street', 'Apt 2', 'Brooklyn, NY 11205', 'Kings County']],
])('writes the lines of an address as its country does: %j', (part, lines) => {
  expect(addressLines({ ...address, ...part })).toEqual(lines)
})

it('asks for a county or a state, by country', () => {
  expect(['GB', 'IE', 'SE', 'US', 'DE', 'HT', ''].map(regionFieldOf)).toEqual([
    'county',
    'county',
    'county',
    'state',
    'state',
    'state',
    'state',
  ])
  expect(hasRegion({ county: 'Kent', state: '' })).toBe(true)
  expect(hasRegion(address)).toBe(true)
  expect(hasRegion({ state: '' })).toBe(false)
})

it('compares addresses by their fields only', () => {
  const saved = { ...address, county: '', id: '1', isPrimary: true }
  expect(isSameAddress(saved, address)).toBe(true)
  expect(isSameAddress(saved, { ...address, county: 'Kings County' })).toBe(false)
  expect(toPostalAddress(saved)).toEqual({ ...address, county: '' })
})
