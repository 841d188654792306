export { bandsFor, lowestPrice, type PricedSeat, priceSeat, priceTypesFor, publicBands, publicPriceTypes } from './price-seats.ts'
