export { planOf } from './plan.ts'
export { freePlaces, goodPlaces } from './sample-seats.ts'
export { outlookOf, performanceId, sellLive } from './sale.ts'
export { type Evening, eveningOf, fillHouse, openMockShop } from './sample-performance.ts'
