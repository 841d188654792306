import { expect, it } from 'vitest'
import { addressLines, type PostalAddress } from './postal-address.ts'

const address: PostalAddress = {
  ...{ line1: '99 Ryerson Street', line2: 'Apt 2', line3: '', city: 'Brooklyn' },
  ...{ state: 'NY', postcode: '11205', country: 'US' },
}

it.each([
  [{}, ['99 Ryerson Street', 'Apt 2', 'Brooklyn, NY 11205']],
  [{ state: '', line2: '' }, ['99 Ryerson Street', 'Brooklyn, 11205']],
  [{ state: '', postcode: '' }, ['99 Ryerson Street', 'Apt 2', 'Brooklyn']],
  [{ country: 'GB' }, ['99 Ryerson Street', 'Apt 2', 'Brooklyn', 'NY', '11205']],
])('writes the lines of an address as its country does: %j', (part, lines) => {
  expect(addressLines({ ...address, ...part })).toEqual(lines)
})
