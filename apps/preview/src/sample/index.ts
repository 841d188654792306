export { planOf } from './plan.ts'
export { adjacentFreeSeats, basketSeats } from './sample-seats.ts'
export { availabilityOf, performanceId, sellLive } from './sale.ts'
export { type SamplePerformance, samplePerformanceOf, setSoldSeats, openMockShop } from './sample-performance.ts'
