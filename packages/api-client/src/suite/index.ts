export { fetchWithCookies } from './cookie-jar.ts'
export { describeContract } from './contract-suite.ts'
export { describeItemKinds, sellingBrand } from './item-kinds.ts'
export type { SuiteHost } from './visitor.ts'
