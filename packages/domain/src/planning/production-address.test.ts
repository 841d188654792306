import { expect, it } from 'vitest'
import { addressOfProduction, addressProblem, movedPath } from './production-address.ts'

it('is the slug of a production, or its id without one', () => {
  expect(addressOfProduction({ id: 'lear-2027', slug: 'king-lear' })).toBe('king-lear')
  expect(addressOfProduction({ id: 'lear-2027', slug: null })).toBe('lear-2027')
  expect(addressOfProduction({ id: 'lear-2027' })).toBe('lear-2027')
})

it('belongs to one production for ever', () => {
  expect(addressProblem('lear', 'king-lear', undefined)).toBeUndefined()
  expect(addressProblem('lear', 'king-lear', 'lear')).toBeUndefined()
  expect(addressProblem('lear', 'hamlet', 'hamlet')).toMatchObject({ code: 'id-taken', params: { id: 'hamlet' } })
})

it('moves every page of a production, and no other page', async () => {
  const addressAt = async (address: string) => ({ lear: 'king-lear', 'king-lear': 'king-lear' })[address]
  expect(await movedPath('/events/lear', addressAt)).toBe('/events/king-lear')
  expect(await movedPath('/events/lear/lear-1/syos/all', addressAt)).toBe('/events/king-lear/lear-1/syos/all')
  expect(await movedPath('/food-and-drink/lear/lear-1', addressAt)).toBe('/food-and-drink/king-lear/lear-1')
  for (const path of ['/events/king-lear', '/events/unknown', '/events', '/events/', '/packages/lear', '/'])
    expect(await movedPath(path, addressAt), path).toBeUndefined()
})
