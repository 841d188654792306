export { accessOf, grantAccess } from './access.ts'
export { applyAccess, saveAccessCards, readAccess, removeAccess } from './card.ts'
export { addRevision, lockCards, removeCards, writeCards } from './card-revisions.ts'
export { readCardFile } from './card-file.ts'
