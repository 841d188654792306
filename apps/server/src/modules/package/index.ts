export { readDefinitions, readPackages } from './read-definitions.ts'
export { replacePackage } from './replace-package.ts'
export { seedPackages } from './seed-packages.ts'
