export { lowestPrice, type PricedSeat, priceSeat, publicBands, publicPriceTypes } from './price-seats.ts'
