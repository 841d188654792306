export { declareAccountGiftAid, readAccountGiftAid, sayGiftAid } from './gift-aid.ts'
export { readPreferences, recordPermissions, savePreferences } from './permission.ts'
