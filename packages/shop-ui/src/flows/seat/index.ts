export { type House, readHouse } from './house.ts'
export { SeatPage } from './SeatPage.tsx'
export { useListWords, useMapWords } from './useMapWords.ts'
export { useOffers } from './useOffers.ts'
