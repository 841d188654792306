export { ChooseDatesPage } from './ChooseDatesPage.tsx'
export { ChoosePricesPage } from './ChoosePricesPage.tsx'
export { SeriesPage } from './SeriesPage.tsx'
export { SeriesSeatsPage } from './SeriesSeatsPage.tsx'
