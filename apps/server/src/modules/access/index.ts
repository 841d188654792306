export { accessOf, grantAccess } from './access.ts'
export { applyAccess, saveAccessCards, readAccess, removeAccess } from './card.ts'
export { readCardFile } from './card-file.ts'
