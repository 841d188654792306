import { expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { chosenPrice } from './pay-what-you-can.ts'

const payWhatYouCan = { least: money(5_00), most: money(50_00) }
const usual = { fee: money(6_00) }

it('is an amount from the least to the most, whose fee is never above it', () => {
  expect(chosenPrice({ payWhatYouCan }, usual, money(5_00))).toEqual({ price: 5_00, fee: 5_00 })
  expect(chosenPrice({ payWhatYouCan }, usual, money(50_00))).toEqual({ price: 50_00, fee: 6_00 })
})

it('refuses an amount out of the range, and any amount where the price is fixed', () => {
  for (const amount of [4_99, 50_01, 0, -5_00]) expect(chosenPrice({ payWhatYouCan }, usual, money(amount))).toBeUndefined()
  expect(chosenPrice({}, usual, money(20_00))).toBeUndefined()
})
