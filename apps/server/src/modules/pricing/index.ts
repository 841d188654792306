export {
  bandsFor,
  type ChosenPrice,
  lowestPrice,
  priceChosenSeat,
  type PricedSeat,
  priceSeat,
  priceTypesFor,
  publicBands,
  publicPriceTypes,
} from './price-seats.ts'
