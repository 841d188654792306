export { declareAccountGiftAid, hasNameAndHomeAddress, readAccountGiftAid, recordGiftAid } from './gift-aid.ts'
export { readPreferences, recordPermissions, savePreferences } from './permission.ts'
