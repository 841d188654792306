export { readBrand } from './brand.ts'
export { isAnyCancelled } from './cancelled.ts'
export { type Catalogue, createCatalogue, type Hall, type Showing, type Tariff } from './catalogue.ts'
export { seedSeason, type SeasonToSeed } from './seed-season.ts'
