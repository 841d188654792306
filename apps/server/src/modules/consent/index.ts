export { declareGiftAidAtCounter, readOralDeclaration, withdrawGiftAidAtCounter } from './counter-gift-aid.ts'
export { declareAccountGiftAid, readAccountGiftAid, readDonor, recordAccountGiftAid, recordGiftAid } from './gift-aid.ts'
export { readPreferences, recordPermissions, savePreferences } from './permission.ts'
