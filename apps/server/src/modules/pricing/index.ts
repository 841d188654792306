export { lowestPrice, type PricedSeat, priceSeat, publicPriceTypes } from './price-seats.ts'
