export { type CatalogueFault, type CatalogueKind, catalogueKinds, type CatalogueProblem } from './catalogue-problem.ts'
export { type CatalogueDeps, exportCatalogue } from './export-catalogue.ts'
export { type CatalogueReport, importCatalogue } from './import-catalogue.ts'
export { readCatalogueFile } from './read-catalogue-file.ts'
