export { readDefinitions } from './read-definitions.ts'
export { seedPackages } from './seed-packages.ts'
