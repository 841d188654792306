export { planOf } from './plan.ts'
export { freePlaces, goodPlaces } from './places.ts'
export { outlookOf, performanceId, sellLive } from './sale.ts'
export { type Evening, eveningOf, fillHouse, openMockShop } from './world.ts'
