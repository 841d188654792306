export { findProgramme, isProgrammeCode, openProgramme, programmesOf, readOpenedProgrammes, saveProgramme } from './programme.ts'
export { programmeCodeDigest } from './code.ts'
export { codesInEffect, type HashedCode, readCodes, readEffectiveBatches, setEffectiveBatches, storeCodeBatch } from './stored-codes.ts'
